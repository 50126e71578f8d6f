// At an address below the base of the site a host answers with this page: find the base, and load the page from there.
;(async () => {
  const parts = location.pathname.split('/')
  for (let count = parts.length - 1; count > 0; count--) {
    const base = parts.slice(0, count).join('/') + '/'
    const found = await fetch(base + 'site.json').catch(() => null)
    if (!found?.ok || !found.headers.get('content-type')?.includes('json')) continue
    for (const [tag, names] of PARTS) {
      const part = document.createElement(tag)
      for (const [name, value] of Object.entries(names)) part.setAttribute(name, value.replace(/^\.\//, base))
      document.head.append(part)
    }
    return
  }
})()
