import { headAboveNeck, unitsInStud } from './block-figure.ts'
import { CannotDraw, type HatFiles, type Model } from './drawing.ts'
import type { Part } from './figure.ts'
import { encodeFewColours } from './image-file.ts'
import type { Triangle, Vertex } from './mesh.ts'
import { wearPieces } from './model.ts'
import { texturedPieces } from './model-scene.ts'
import { packTiles, type Tile } from './pack-tiles.ts'
import { type Paint, paintRegion } from './paint.ts'
import { type Placement, scale, upright } from './space.ts'
import { colourOf, type Pixels, type Texture } from './texture.ts'
import type { Textures } from './textures.ts'

/** Maximum number of triangles. Engines draw the hats of all players in sight, and no level of detail replaces them. */
export const maxHatTriangles = 5_000

/** Length in pixels: maximum side of the texture, and side of a tile of plain colour. */
const side = { atlas: 256, plain: 4 }

/** A side of a part, with the paint that covers it. */
interface Surface {
  triangles: Triangle[]
  paint: Paint
}

const onNeck: Placement = { rotation: upright, offset: [0, headAboveNeck, 0] }

/**
 * Converts a hat into a mesh with one texture, which has a tile for each differently covered side of a part.
 *
 * @throws CannotDraw
 */
export async function bakeHat(hat: Model, textures: Textures): Promise<HatFiles> {
  const parts = wearPieces(await texturedPieces(hat, textures), onNeck)
  const count = parts.reduce((sum, { mesh }) => sum + mesh.length, 0)
  if (count > maxHatTriangles) throw new CannotDraw(`There are more than ${maxHatTriangles} triangles`)
  const surfaces = parts.flatMap(surfacesOf)
  if (surfaces.length === 0) throw new CannotDraw('The model has no parts')
  const { width, height, tiles } = packTiles(
    surfaces.map(({ paint }) => sizeOf(paint)),
    side.atlas,
  )
  const texture: Pixels = { width, height, rgba: new Uint8Array(width * height * 4) }
  const obj = createObj()
  for (const [index, { triangles, paint }] of surfaces.entries()) {
    const tile = tiles[index]
    if (!tile) throw new Error(`surface ${index} has no tile`)
    paintRegion(texture, tile, paint)
    // The engine repeats a texture as a whole only.
    const place = surfaces.length === 1 ? identity : inTile(tile, texture)
    for (const triangle of triangles) obj.add(triangle, place(triangle))
  }
  return { mesh: Buffer.from(obj.text()), texture: await encodeFewColours(texture) }
}

function surfacesOf({ mesh, hex, opacity = 1, layers }: Part<Texture>): Surface[] {
  const bySide = Map.groupBy(mesh, (triangle) => (layers[triangle.side] ? triangle.side : undefined))
  return [...bySide].map(([covered, triangles]) => ({
    triangles,
    paint: { colour: colourOf(hex), opacity, layers: (covered && layers[covered]) ?? [] },
  }))
}

function sizeOf({ layers }: Paint): { width: number; height: number } {
  const { width, height } = layers.at(-1)?.texture ?? { width: side.plain, height: side.plain }
  return { width, height }
}

type TextureCoordinates = readonly [u: number, v: number]
type Place = (triangle: Triangle) => (vertex: Vertex) => TextureCoordinates

const identity: Place =
  () =>
  ({ u, v }) => [u, v]

/** Moves coordinates into a tile. A triangle on which the texture repeats shows its edge there instead. */
const inTile =
  (tile: Tile, { width, height }: Pixels): Place =>
  ({ a, b, c }) => {
    const [left, top] = [Math.floor(Math.min(a.u, b.u, c.u)), Math.floor(Math.min(a.v, b.v, c.v))]
    // Half a pixel inside the tile, because its neighbours belong to other parts.
    const within = (at: number, length: number) =>
      Math.min(Math.max(at * length, 0.5), Math.max(length - 0.5, 0.5))
    return ({ u, v }) => [
      (tile.x + within(u - left, tile.width)) / width,
      (tile.y + within(v - top, tile.height)) / height,
    ]
  }

/** Collects triangles as the text of a Wavefront OBJ file. Its axes are those of the renderer, except that `v` grows upwards. */
function createObj() {
  const lines: string[] = []
  const listOf = (keyword: string) => {
    const numbers = new Map<string, number>()
    /** Returns the number of a line, which is written once. */
    return (values: readonly number[]): number => {
      const line = `${keyword} ${values.map((value) => Number(value.toFixed(4)) + 0).join(' ')}`
      const known = numbers.get(line)
      if (known !== undefined) return known
      lines.push(line)
      numbers.set(line, numbers.size + 1)
      return numbers.size
    }
  }
  const [positions, coordinates, normals] = [listOf('v'), listOf('vt'), listOf('vn')]
  return {
    add({ a, b, c }: Triangle, coordinatesOf: (vertex: Vertex) => TextureCoordinates): void {
      const corners = [a, b, c].map((vertex) => {
        const [u, v] = coordinatesOf(vertex)
        const position = scale(vertex.position, unitsInStud)
        return `${positions(position)}/${coordinates([u, 1 - v])}/${normals(vertex.normal)}`
      })
      lines.push(`f ${corners.join(' ')}`)
    },
    text: () => `${lines.join('\n')}\n`,
  }
}
