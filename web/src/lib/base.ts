/**
 * The path of the page's base without the last slash: empty on a server, `/name` on a static host that serves the page
 * below a path. The page's code lies in `assets` below it.
 */
export const base: string = import.meta.env?.PROD ? new URL('..', import.meta.url).pathname.replace(/\/$/, '') : ''
