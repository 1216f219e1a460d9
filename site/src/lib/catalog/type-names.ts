import { assetType } from '@baseplate/platform/assets/types'
import type { PlainKey } from '@baseplate/texts/keys'
import { t } from '#lib/texts/t.ts'

/** Singular and plural names of asset types. */
const names: Readonly<Record<number, readonly [one: PlainKey, many: PlainKey]>> = {
  [assetType.image]: ['catalog.type.image', 'catalog.types.image'],
  [assetType.tShirt]: ['catalog.type.t_shirt', 'catalog.types.t_shirt'],
  [assetType.audio]: ['catalog.type.audio', 'catalog.types.audio'],
  [assetType.mesh]: ['catalog.type.mesh', 'catalog.types.mesh'],
  [assetType.lua]: ['catalog.type.lua', 'catalog.types.lua'],
  [assetType.hat]: ['catalog.type.hat', 'catalog.types.hat'],
  [assetType.model]: ['catalog.type.model', 'catalog.types.model'],
  [assetType.shirt]: ['catalog.type.shirt', 'catalog.types.shirt'],
  [assetType.pants]: ['catalog.type.pants', 'catalog.types.pants'],
  [assetType.decal]: ['catalog.type.decal', 'catalog.types.decal'],
  [assetType.head]: ['catalog.type.head', 'catalog.types.head'],
  [assetType.face]: ['catalog.type.face', 'catalog.types.face'],
  [assetType.gear]: ['catalog.type.gear', 'catalog.types.gear'],
  [assetType.animation]: ['catalog.type.animation', 'catalog.types.animation'],
}

export const typeName = (type: number): string => t(names[type]?.[0] ?? 'catalog.type.other')

export const typeNames = (type: number): string => t(names[type]?.[1] ?? 'catalog.types.other')
