import type { LucideIcon } from '@lucide/svelte'
import Box from '@lucide/svelte/icons/box'
import Image from '@lucide/svelte/icons/image'
import PersonStanding from '@lucide/svelte/icons/person-standing'
import Shirt from '@lucide/svelte/icons/shirt'

/** The file that an asset type is made from: its description, and the `accept` attribute of the input. */
interface Kind {
  icon: LucideIcon
  help: string
  accept: string
}

const images = 'image/png,image/jpeg,image/webp,image/gif'

const picture = { help: 'A PNG, JPEG, WebP or GIF picture of up to 20 MB.', accept: images }
const template = {
  help: 'The template of clothing as a picture of exactly 585 by 559 pixels.',
  accept: images,
}
const document = {
  help: 'A model file in XML (.rbxmx), as studios save it, of up to 20 MB.',
  accept: '.rbxmx,.xml,application/xml,text/xml',
}

const kinds: Readonly<Record<number, Kind>> = {
  2: { icon: Shirt, ...picture, help: `${picture.help} It is shown on the chest.` },
  11: { icon: Shirt, ...template },
  12: { icon: PersonStanding, ...template },
  13: { icon: Image, ...picture },
  1: { icon: Image, ...picture },
  18: { icon: Image, ...picture },
}

export const kindOf = (type: number): Kind => kinds[type] ?? { icon: Box, ...document }
