/**
 * Returns the URL of the small thumbnail. It is cached permanently, because each picture has its own name. A placeholder
 * stands for a picture that is not rendered yet.
 */
export const smallThumbnail = ({
  id,
  thumbnail,
}: {
  id: number | string
  thumbnail: string | null
}): string => (thumbnail === null ? `/asset/thumbnail/${id}` : `/asset/thumbnail/${id}.webp?v=${thumbnail}`)
