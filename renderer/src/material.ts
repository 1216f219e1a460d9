import type { Mesh, Side } from './mesh.ts'
import { type Colour, isOpaque, type Layer } from './texture.ts'

/** Colour and textures of a solid. */
export interface Material {
  colour: Colour
  /** Opacity of the colour from 0 to 1. Layers have their own. */
  opacity: number
  /** Textures of each side, the lowest first. */
  layers: Partial<Readonly<Record<Side, readonly Layer[]>>>
}

export interface Solid {
  mesh: Mesh
  material: Material
}

export const sides: readonly Side[] = ['front', 'back', 'left', 'right', 'top', 'bottom']

/** Whether a side can be seen through. */
export const isTranslucent = ({ opacity, layers }: Material, side: Side): boolean =>
  opacity < 1 && !layers[side]?.some((layer) => (layer.opacity ?? 1) === 1 && isOpaque(layer.texture))
