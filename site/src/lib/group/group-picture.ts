import { artAddress } from '#lib/components/place-art.ts'

interface Pictured {
  id: number
  name: string
  icon: string | null
}

/** Returns the URL of a group's icon or, without one, of a picture drawn from its id, like the pictures of games. */
export const groupPicture = ({ id, name, icon }: Pictured): string =>
  icon ? `/groups/${encodeURIComponent(name)}/icon-${icon}.avif` : artAddress(`group-${id}`, 'square')
