/** The size of a picture of a link, in pixels, and what the score sheet adds to its height. */
export const WIDTH = 1200
export const HEIGHT = 630
export const SHEET = 80
export const SHEET_ROW = 30
