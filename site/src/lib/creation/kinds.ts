import { maxAssetBytes } from '@baseplate/platform/assets/rules'
import { assetType } from '@baseplate/platform/assets/types'
import { templateSize } from '@baseplate/renderer/template'
import type { LucideIcon } from '@lucide/svelte'
import Box from '@lucide/svelte/icons/box'
import Crown from '@lucide/svelte/icons/crown'
import Image from '@lucide/svelte/icons/image'
import PersonStanding from '@lucide/svelte/icons/person-standing'
import Shirt from '@lucide/svelte/icons/shirt'
import { formatFileSize } from '#lib/texts/format.ts'
import { t } from '#lib/texts/t.ts'

/** The file that an asset type is made from: its description, and the `accept` attribute of the input. */
interface Kind {
  icon: LucideIcon
  help: () => string
  accept: string
}

const images = 'image/png,image/jpeg,image/webp,image/gif'

const picture = {
  help: () => t('creating.files.picture', { size: formatFileSize(maxAssetBytes) }),
  accept: images,
}
const chestPicture = {
  help: () => t('creating.files.t_shirt', { size: formatFileSize(maxAssetBytes) }),
  accept: images,
}
const template = {
  help: () => t('creating.files.clothing', templateSize),
  accept: images,
}
const document = {
  help: () => t('creating.files.model', { size: formatFileSize(maxAssetBytes) }),
  accept: '.rbxmx,.xml,application/xml,text/xml',
}

const kinds: Readonly<Record<number, Kind>> = {
  [assetType.tShirt]: { icon: Shirt, ...chestPicture },
  [assetType.hat]: { icon: Crown, ...document },
  [assetType.shirt]: { icon: Shirt, ...template },
  [assetType.pants]: { icon: PersonStanding, ...template },
  [assetType.decal]: { icon: Image, ...picture },
  [assetType.image]: { icon: Image, ...picture },
  [assetType.face]: { icon: Image, ...picture },
}

export const kindOf = (type: number): Kind => kinds[type] ?? { icon: Box, ...document }
