import type { Door, Stores } from '../foundation/door.ts'
import type { Services } from '../foundation/services.ts'
import { erasePictures } from './erase.ts'
import { createRenders, type Renderer, type Renders } from './renders.ts'
import { userSubject } from './rules.ts'
import type {} from './tables.ts'

export { erasePictures } from './erase.ts'
export {
  countIncomplete,
  countWaiting,
  deletePreviews,
  findRender,
  insertRenders,
  isRendering,
  previewFileReferences,
  type RenderRow,
} from './queries.ts'
export { maxResultBytes, receiveRender, requireRenderer } from './receive.ts'
export type { Renderer, Renders } from './renders.ts'
export { removePictures, storePictures } from './store-pictures.ts'
export { createRenderWatch, type RenderWatch } from './watch.ts'

/** Parts that the domain adds to the running platform. */
export interface Rendering {
  renderer: Renderer
  renders: Renders
}

const open = (services: Services, renderer: Renderer): Rendering => ({
  renderer,
  renders: createRenders(services, renderer),
})

export const door = {
  open,
  erase: (platform: Stores, userId: string) => erasePictures(platform, userSubject(userId)),
} satisfies Door<Services>
