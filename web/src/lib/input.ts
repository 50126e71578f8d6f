/** Marks the page with what was used last, keys or a pointer: who points needs no ring around what has the focus. */
export function watchInput(root: HTMLElement = document.documentElement): void {
  const mark = (input: 'keys' | 'pointer') => {
    if (root.dataset.input !== input) root.dataset.input = input
  }
  addEventListener('pointerdown', () => mark('pointer'), true)
  // A key that only goes with others, as for a copied text, uses nothing.
  addEventListener('keydown', (event) => !['Shift', 'Control', 'Alt', 'Meta'].includes(event.key) && mark('keys'), true)
}
