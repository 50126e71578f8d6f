/** The distance of a reaction from the edges of its panel, in pixels. */
const EDGE = 4

/**
 * Return where a reaction stands: inside the player's panel at its upper right corner, so that it never covers the board.
 *
 * @param panel the rectangle of the panel in the window
 * @param width of the window
 */
export const placeBeside = (panel: { right: number; top: number; width: number }, width: number) => ({
  right: width - panel.right + EDGE,
  top: panel.top + EDGE,
  width: panel.width - 2 * EDGE,
})
