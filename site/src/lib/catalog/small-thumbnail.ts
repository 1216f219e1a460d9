/** Browsers keep it for good: another one has another name. Without one there is a placeholder, until it is drawn. */
export const smallThumbnail = ({
  id,
  thumbnail,
}: {
  id: number | string
  thumbnail: string | null
}): string => (thumbnail === null ? `/asset/thumbnail/${id}` : `/asset/thumbnail/${id}.webp?v=${thumbnail}`)
