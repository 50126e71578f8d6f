let arrivals = $state(0)

// The engine of the pictures and the unit tests have no fonts.
globalThis.document?.fonts?.addEventListener('loadingdone', () => {
  arrivals += 1
})

/** Return how many times fonts have arrived: text that is measured depends on it, so it is measured again. */
export const fontArrivals = (): number => arrivals
