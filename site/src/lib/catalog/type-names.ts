import { assetType } from '@baseplate/platform/assets/types'

/** Singular and plural names of asset types. */
const names: Readonly<Record<number, readonly [one: string, many: string]>> = {
  [assetType.image]: ['Image', 'Images'],
  [assetType.tShirt]: ['T-shirt', 'T-shirts'],
  [assetType.audio]: ['Sound', 'Sounds'],
  [assetType.mesh]: ['Mesh', 'Meshes'],
  [assetType.lua]: ['Script', 'Scripts'],
  [assetType.hat]: ['Hat', 'Hats'],
  [assetType.model]: ['Model', 'Models'],
  [assetType.shirt]: ['Shirt', 'Shirts'],
  [assetType.pants]: ['Pants', 'Pants'],
  [assetType.decal]: ['Decal', 'Decals'],
  [assetType.head]: ['Head', 'Heads'],
  [assetType.face]: ['Face', 'Faces'],
  [assetType.gear]: ['Gear', 'Gear'],
  [assetType.animation]: ['Animation', 'Animations'],
}

export const typeName = (type: number): string => names[type]?.[0] ?? 'Item'

export const typeNames = (type: number): string => names[type]?.[1] ?? 'Other items'
