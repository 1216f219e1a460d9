import type { Services } from '../foundation/services.ts'
import { createRenderWatch } from '../rendering/watch.ts'
import { type Appearances, createAppearances } from './appearances.ts'
import { type AvatarPictures, createAvatarPictures } from './pictures.ts'
import type {} from './tables.ts'

/** Parts that the domain adds to the running platform. */
export interface Avatars {
  appearances: Appearances
  avatarPictures: AvatarPictures
}

export function openAvatars(services: Services): Avatars {
  const { files, log } = services
  return {
    appearances: createAppearances(services),
    avatarPictures: createAvatarPictures({ files, renderWatch: createRenderWatch(services), log }),
  }
}
