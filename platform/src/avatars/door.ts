import type { Door } from '../foundation/door.ts'
import type { Services } from '../foundation/services.ts'
import { createRenderWatch } from '../rendering/door.ts'
import { type Appearances, createAppearances } from './appearances.ts'
import { exports } from './export.ts'
import { type AvatarPictures, createAvatarPictures } from './pictures.ts'
import type {} from './tables.ts'

export type { WornItems } from './appearances.ts'
export { dress, setColours, takeOff, wear } from './dress.ts'
export { viewOfferedLook } from './looks/view.ts'
export { wearLook } from './looks/wear.ts'
export { deleteOutfit, saveOutfit, shareOutfit, wearOutfit, wearSharedOutfit } from './outfits/change.ts'
export { listOutfits } from './outfits/list.ts'
export type { Picture } from './pictures.ts'
export { countWearers, deleteWearers, dressedIn, findColours, findWorn, listWearers } from './queries.ts'
export { rerenderAvatar } from './rerender.ts'
export { viewCharacter, viewLook } from './view-character.ts'
export { viewWearers } from './wearers.ts'

/** Parts that the domain adds to the running platform. */
export interface Avatars {
  appearances: Appearances
  avatarPictures: AvatarPictures
}

function open(services: Services): Avatars {
  const { files, log } = services
  return {
    appearances: createAppearances(services),
    avatarPictures: createAvatarPictures({ files, renderWatch: createRenderWatch(services), log }),
  }
}

export const door = { open, exports } satisfies Door<Services>
