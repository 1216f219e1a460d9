/** Size of a game's picture in link previews, in pixels. Other services show this shape without cropping. */
export const sharedPictureSize = { width: 1200, height: 630 } as const
