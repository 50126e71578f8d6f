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
export const markAll = (event: FocusEvent & { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => event.currentTarget.select()
