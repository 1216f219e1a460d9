/** Asset types with the numbers of the classic client. */
export const assetType = {
  image: 1,
  tShirt: 2,
  audio: 3,
  mesh: 4,
  lua: 5,
  hat: 8,
  model: 10,
  shirt: 11,
  pants: 12,
  decal: 13,
  head: 17,
  face: 18,
  gear: 19,
  animation: 24,
} as const

/** Parts of other assets, which the catalog does not list. */
export const unlistedTypes: readonly number[] = [assetType.image, assetType.mesh, assetType.lua]

/** Types that have no thumbnail: parts of other assets, sounds, animations. */
export const unpicturedTypes: readonly number[] = [
  assetType.image,
  assetType.audio,
  assetType.mesh,
  assetType.lua,
  assetType.animation,
]

const rerenderedTypes: readonly number[] = [assetType.hat, assetType.shirt, assetType.pants]

/** Whether administrators can re-render the thumbnail of an asset of a type. */
export const canRerender = (type: number): boolean => rerenderedTypes.includes(type)
