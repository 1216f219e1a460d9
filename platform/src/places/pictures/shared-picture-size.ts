/** Pixels of the picture that previews of links show: the shape that services show without cropping. */
export const sharedPictureSize = { width: 1200, height: 630 } as const
