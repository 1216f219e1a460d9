/** Returns the path of a place's public page. */
export const sharePath = (placeId: number): string => `/share/${placeId}`

interface Pictured {
  id: number
  icon: string | null
  thumbnails: readonly { name: string }[]
}

/** Returns the path of the picture that previews of links show. It changes with the picture. */
export const sharedPicturePath = ({ id, icon, thumbnails: [first] }: Pictured): string =>
  `${sharePath(id)}/picture.jpg?v=${first?.name ?? icon ?? 'drawn'}`
