/** The widths of Source Sans Pro from the space to the tilde, in thousandths of its size. */
const REGULAR = [
  200, 289, 425, 497, 497, 824, 609, 249, 303, 303, 418, 497, 249, 311, 249, 350, 497, 497, 497, 497, 497, 497, 497,
  497, 497, 497, 249, 249, 497, 497, 497, 425, 847, 544, 588, 571, 615, 527, 494, 617, 652, 263, 480, 579, 486, 727,
  647, 664, 566, 664, 569, 534, 536, 645, 515, 786, 513, 476, 539, 303, 350, 303, 497, 500, 542, 504, 553, 456, 555,
  496, 292, 504, 544, 246, 247, 495, 255, 829, 547, 542, 555, 555, 347, 419, 338, 544, 467, 718, 446, 467, 425, 303,
  241, 303, 497,
]
const BOLD = [
  200, 340, 536, 528, 528, 857, 667, 300, 344, 344, 457, 528, 300, 332, 300, 339, 528, 528, 528, 528, 528, 528, 528,
  528, 528, 528, 300, 300, 528, 528, 528, 463, 903, 573, 605, 582, 635, 548, 524, 638, 674, 301, 509, 614, 518, 762,
  665, 684, 596, 684, 613, 556, 556, 665, 556, 813, 567, 525, 541, 344, 339, 344, 528, 500, 555, 527, 573, 467, 573,
  518, 341, 534, 571, 276, 278, 548, 286, 857, 572, 555, 573, 573, 398, 443, 383, 568, 523, 776, 514, 521, 460, 344,
  268, 344, 528,
]
/** For a letter that is not in the table: as wide as the widest common one. */
const OTHER = 1000

/** Return the width of a text at size 1. An accented letter is as wide as its base. */
export function metrics(text: string, isBold: boolean): number {
  const widths = isBold ? BOLD : REGULAR
  let width = 0
  for (const letter of text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łŁ]/g, 'l')
    .replace(/[–·’−×…]/g, '+')) {
    width += widths[letter.charCodeAt(0) - 32] ?? OTHER
  }
  return width / 1000
}
