/** Replace the server for the page: `fullest` holds the responses, and `fullest.show` shows a step. */
;(() => {
  const stub = {
    steps: [],
    boxes: {},
    names: [''],
    now: null,
    version: 1,
    socket: null,
    game: null,
  }
  const json = (body, status = 200) =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  // The page loads the talk of a table two seconds after the table. Its button belongs to the fullest header.
  const later = window.setTimeout
  window.setTimeout = (run, delay, ...given) => later(run, delay === 2000 ? 0 : delay, ...given)
  const real = window.fetch
  window.fetch = async (input, init) => {
    const { pathname } = new URL(typeof input === 'string' ? input : (input.url ?? input), location.href)
    if (!pathname.startsWith('/api/')) return real(input, init)
    if (pathname === '/api/guest') return json({ id: 'guest-0', name: stub.names[0] })
    if (pathname.endsWith('/components')) return json(stub.boxes[stub.now.box])
    if (pathname.endsWith('/log')) return json({ version: stub.version, steps: stub.now.log })
    if (/^\/api\/tables\/[^/]+$/.test(pathname)) return json(stub.now.view)
    return json({ code: 'not_found', status: 404 }, 404)
  }
  window.WebSocket = class extends EventTarget {
    static CONNECTING = 0
    static OPEN = 1
    static CLOSING = 2
    static CLOSED = 3
    readyState = 1
    constructor(url) {
      super()
      if (!new URL(url).pathname.includes('/tables/')) return
      stub.socket = this
      setTimeout(() => {
        this.onopen?.(new Event('open'))
        this.tell(stub.message([], true))
      })
    }
    send() {}
    close() {}
    tell(message) {
      const event = new MessageEvent('message', {
        data: JSON.stringify(message),
      })
      this.onmessage?.(event)
      this.dispatchEvent(event)
    }
  }
  stub.message = (steps, resync) => ({
    type: 'view',
    version: stub.version,
    view: stub.now.view,
    steps,
    resync,
  })
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  /**
   * Wait until the page's resize observers have reacted to the layout of a frame. A check between a change and the
   * observers would see what is never painted.
   */
  const laidOut = () =>
    new Promise((done) => {
      const observer = new ResizeObserver(() => {
        observer.disconnect()
        done()
      })
      observer.observe(document.documentElement)
    })
  /** Wait until the page has painted an update and moved the focus. */
  stub.settle = async () => {
    await frame()
    await new Promise((done) => setTimeout(done))
    await frame()
    await laidOut()
  }
  const until = async (is, what, most = 600) => {
    for (let tries = 0; !is(); tries++) {
      if (tries > most) throw new Error(`${what} is not shown`)
      await frame()
    }
  }
  const named = (view) => {
    view.table.seats.forEach((seat, place) => (seat.name = stub.names[place]))
    view.table.id = stub.game
    view.table.name = 'Nihonbashi in the evening rain'
    view.table.watching = 12
    view.table.chat = true
    return view
  }
  stub.put = (now, steps, resync) => {
    stub.now = now
    named(now.view).table.version = ++stub.version
    stub.socket.tell(stub.message(steps, resync))
  }
  /** Navigate to the table of another game, as a link does. */
  stub.open = async (now, game) => {
    stub.game = game
    stub.now = now
    stub.socket = null
    named(now.view).table.version = ++stub.version
    history.pushState(null, '', `/t/${game}`)
    window.dispatchEvent(new PopStateEvent('popstate'))
    await until(() => stub.socket && document.querySelector('.app[data-ply]'), `the table ${game}`)
    await until(() => document.querySelector('.reactions'), `the talk of the table ${game}`)
    await stub.settle()
  }
  /**
   * Show a step. An animated step is shown after the step before it.
   *
   * @param during is called during the animation
   */
  stub.show = async (number, during) => {
    // The previous press may have scrolled a low viewport.
    scrollTo(0, 0)
    const { before, game, ...now } = stub.steps[number]
    const ply = String(now.view.table.ply ?? 0)
    if (stub.game !== game) await stub.open(before ?? now, game)
    else if (before) stub.put(before, [], true)
    if (before) await stub.settle()
    if (before) stub.put(now, now.log.slice(-1), false)
    else stub.put(now, [], true)
    await stub.settle()
    if (before) during?.()
    await until(() => document.querySelector('.app')?.dataset.ply === ply, `step ${number}`)
    // The result of a game loads its code when it is first shown.
    if (now.view.table.status === 'finished') await until(() => document.querySelector('.points'), 'the result')
    if (before) await stub.settle()
  }
  /** What shows that a press has opened a part that loads later. */
  const opened = { talk: '.talkpanel', people: '.seats', rules: '.ruledrawer' }
  /** Perform a press; return false if there is no target. */
  stub.act = async (act) => {
    const press = (where, how) => {
      const element = document.querySelector(where)
      if (!element) return false
      if (how) element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: how }))
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
      return true
    }
    const key = (name) => (window.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })), true)
    const acts = {
      // The second picture of a payday or a fire. Escape goes on to the third.
      picture: () => press('[data-button=go-on]'),
      result: () => document.querySelector('.show[data-frame="2"]') !== null,
      card: () => press('.offers [data-offer][data-legal]'),
      stall: () =>
        document.querySelector('.offers [data-offer][data-legal]') && press('.board [data-room][data-legal]'),
      shop: () => press('.bar [data-button=shop].can'),
      tap: () => press('.app [data-legal]', 'touch'),
      detail: () => press('.app [data-legal]', 'touch') && later(() => press('.tapsheet button.pic'), 0),
      talk: () =>
        press('.tool.talk') ||
        (press('[data-tool=log]') && later(() => document.querySelector('[data-tab=talk]')?.click(), 0)),
      people: () => press('.conn'),
      rules: () => press('[data-tool=rules]'),
      choices: () => key('a'),
      log: () => key('l'),
      player: () => press('.strip button'),
    }
    if (!acts[act]()) return false
    // A step that arrives late closes what the press has opened, so the press is repeated.
    for (let tries = 0; opened[act] && tries < 3 && !document.querySelector(opened[act]); tries++) {
      if (tries) acts[act]()
      await until(() => document.querySelector(opened[act]), act, 200).catch((error) => {
        if (tries === 2) throw error
      })
    }
    await stub.settle()
    return true
  }
  stub.back = async () => {
    for (let times = 0; times < 2; times++)
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await stub.settle()
  }
  window.fullest = stub
})()
