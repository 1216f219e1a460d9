import type { Mesh, Side } from './mesh.ts'
import { type Colour, isOpaque, type Layer } from './texture.ts'

/** What a solid is made of, and covered with. */
export interface Surface {
  colour: Colour
  /** Of the colour, from 0 to 1; what covers it has its own. */
  opacity: number
  /** What each side is covered with, from below. */
  layers: Partial<Readonly<Record<Side, readonly Layer[]>>>
}

export interface Solid {
  mesh: Mesh
  surface: Surface
}

export const sides: readonly Side[] = ['front', 'back', 'left', 'right', 'top', 'bottom']

/** Whether something behind that side may be seen through it. */
export const isGlass = ({ opacity, layers }: Surface, side: Side): boolean =>
  opacity < 1 && !layers[side]?.some((layer) => (layer.opacity ?? 1) === 1 && isOpaque(layer.texture))
