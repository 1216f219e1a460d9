import type { Services } from '../foundation/services.ts'
import { createRenders, type Renderer, type Renders } from './renders.ts'
import type {} from './tables.ts'

/** Parts that the domain adds to the running platform. */
export interface Rendering {
  renderer: Renderer
  renders: Renders
}

export const openRendering = (services: Services, renderer: Renderer): Rendering => ({
  renderer,
  renders: createRenders(services, renderer),
})
