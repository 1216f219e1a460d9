/** Pixels of each side of every picture (decisions, section 5). */
export const pictureSize = 352
