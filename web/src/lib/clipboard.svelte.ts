import { href } from './router.svelte'

/** Copies a text to the clipboard. */
export class ClipboardCopy {
  copied = $state(false)
  /** Whether to show the text, so that the user can select and copy it: the clipboard needs a secure context. */
  shown = $state(false)

  async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      this.copied = true
    } catch {
      this.shown = true
    }
  }
}

/** Select the whole text of a field on focus. */
export const selectAll = (event: FocusEvent & { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
  event.currentTarget.select()

let invitation = $state('')

/** Return the table whose invitation is on the clipboard. */
export const copiedInvitation = () => invitation

/** Return the URL that invites to a table. */
export const invitationUrl = (table: string) => location.origin + href.table(table)

/** Copy the invitation to a new table. A browser may refuse the clipboard; the page shows the link anyway. */
export async function copyInvitation(table: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(invitationUrl(table))
    invitation = table
  } catch {
    invitation = ''
  }
}
