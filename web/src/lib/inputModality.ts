/** Track the input modality on the root element, so that a focus ring is shown to keyboard users only. */
export function trackInputModality(root: HTMLElement = document.documentElement): void {
  const mark = (input: 'keys' | 'pointer') => {
    if (root.dataset.input !== input) root.dataset.input = input
  }
  addEventListener('pointerdown', () => mark('pointer'), true)
  // Ignore a lone modifier key: it is pressed for shortcuts such as copying.
  addEventListener('keydown', (event) => !['Shift', 'Control', 'Alt', 'Meta'].includes(event.key) && mark('keys'), true)
}
