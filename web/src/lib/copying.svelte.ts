import { href } from './path.svelte'

/** Puts a text on the clipboard. */
export class Copying {
  copied = $state(false)
  /** Browsers lend the clipboard to safe addresses only: elsewhere the text is to be shown, there to be marked. */
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

/** A field whose whole text is marked as soon as it is entered. */
export const markAll = (event: FocusEvent & { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
  event.currentTarget.select()

let invitation = $state('')

/** The table whose link was put on the clipboard when it was opened. */
export const invited = () => invitation

/** The address that invites to a table. */
export const invitationTo = (table: string) => location.origin + href.table(table)

/** Put the link to a new table on the clipboard. A browser that refuses is no reason to fail: the link is shown, too. */
export async function copyInvitation(table: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(invitationTo(table))
    invitation = table
  } catch {
    invitation = ''
  }
}
