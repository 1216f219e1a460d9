/** Singular and plural names of asset types. */
const names: Readonly<Record<number, readonly [one: string, many: string]>> = {
  1: ['Image', 'Images'],
  2: ['T-shirt', 'T-shirts'],
  3: ['Sound', 'Sounds'],
  4: ['Mesh', 'Meshes'],
  5: ['Script', 'Scripts'],
  8: ['Hat', 'Hats'],
  10: ['Model', 'Models'],
  11: ['Shirt', 'Shirts'],
  12: ['Pants', 'Pants'],
  13: ['Decal', 'Decals'],
  17: ['Head', 'Heads'],
  18: ['Face', 'Faces'],
  19: ['Gear', 'Gear'],
  24: ['Animation', 'Animations'],
}

export const typeName = (type: number): string => names[type]?.[0] ?? 'Item'

export const typeNames = (type: number): string => names[type]?.[1] ?? 'Other items'
