/** Width and height of every picture in pixels. */
export const pictureSize = 352
