// Draws each chart when it comes near the window; before printing, all of them.
const NARROW = 420

function draw(place) {
  const spec = JSON.parse(place.nextElementSibling.textContent)
  if (place.clientWidth < NARROW) {
    spec.config.legend.columns = 2
    spec.config.legend.labelLimit = 130
    spec.config.axis.labelLimit = 120
    spec.config.axisTop = { labelAngle: -40, labelAlign: 'left', labelLimit: 100 }
  }
  place.dataset.drawn = 'yes'
  vegaEmbed(place, spec, { actions: false, renderer: 'svg' }).catch((error) => {
    place.textContent = String(error)
  })
}

const charts = [...document.querySelectorAll('.chart')]
const near = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue
      near.unobserve(entry.target)
      draw(entry.target)
    }
  },
  { rootMargin: '600px' },
)
charts.forEach((place) => near.observe(place))
window.addEventListener('beforeprint', () => charts.filter((place) => !place.dataset.drawn).forEach(draw))
