import type { Attachment } from 'svelte/attachments'

/** How room is made for words, one after the other: none, a smaller heading, and the place of the steps beside it. */
const WAYS = ['', 'small', 'alone']

/** Lets words have as many lines as a bar of one height leaves them, makes room where they need more, and cuts the rest.
 *
 * @param _ what changes how much room there is
 */
export function fill(..._: unknown[]): Attachment<HTMLElement> {
  return (node) => {
    const [bar, prompt] = [node.closest<HTMLElement>('.bar')!, node.parentElement!]
    const fits = (way: string) => {
      bar.dataset.tight = way
      node.style.display = ''
      const rest = prompt.offsetHeight - node.offsetHeight
      const lines = Math.floor((bar.clientHeight - rest) / parseFloat(getComputedStyle(node).lineHeight))
      node.style.webkitLineClamp = `${lines}`
      if (lines < 1) node.style.display = 'none'
      return lines >= 1 && node.scrollHeight <= node.clientHeight
    }
    const fit = () => WAYS.some(fits)
    const observer = new ResizeObserver(fit)
    observer.observe(bar)
    fit()
    return () => {
      observer.disconnect()
      node.style.cssText = ''
      delete bar.dataset.tight
    }
  }
}
