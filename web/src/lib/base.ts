const isBuilt = typeof document !== 'undefined' && import.meta.env.PROD

/**
 * The path of the page's base without the last slash: empty on a server, `/name` on a static host that serves the page
 * below a path. The page's code lies in `assets` below it. Where there is no page, as in a picture, it is empty, too.
 */
export const base = isBuilt ? new URL(/* @vite-ignore */ '..', import.meta.url).pathname.replace(/\/$/, '') : ''
