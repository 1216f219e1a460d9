/** Browsers keep the picture for good: another one has another name. */
export const iconAddress = (placeId: number, name: string, privateTicket?: string): string =>
  addressOf(`/place/${placeId}/icon.avif`, name, privateTicket)

/** @param index of the picture among the place's. */
export const thumbnailAddress = (
  placeId: number,
  index: number,
  name: string,
  privateTicket?: string,
): string => addressOf(`/place/${placeId}/thumbnails/${index}.avif`, name, privateTicket)

/** A private place's pictures are not there without its ticket, for those who came with one. */
function addressOf(path: string, name: string, privateTicket: string | undefined): string {
  const ticket = privateTicket && `&${new URLSearchParams({ privateServer: privateTicket })}`
  return `${path}?v=${name}${ticket ?? ''}`
}
