import type { EncodedFile, ModelPart } from '@baseplate/renderer/drawing'
import type { Part } from '@baseplate/renderer/figure'
import { centrePieces, type Piece, piecesOf, wearPieces } from '@baseplate/renderer/model'
import { type DrawableSheet, loadSheet, tinted } from './sheets.ts'

/**
 * Loads the parts of a hat as the figure wears them.
 *
 * @throws when the site refuses the hat, as one without visible parts; otherwise as `readHat`
 */
export async function loadHat(address: string): Promise<Part<DrawableSheet>[]> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`Loading a hat from ${address} returned ${response.status}`)
  return readHat(response)
}

/** Reads the parts of a hat from a response. @throws CannotDraw for a broken mesh, or too many triangles */
export const readHat = async (response: Response): Promise<Part<DrawableSheet>[]> =>
  wearPieces(await readPieces(response))

/** Radius and centre of a model in studs, so that it fills the space of the figure. */
const modelRadius = 2.5
const modelMiddle = [0, 2.6, 0] as const

/** Reads the parts of a model that stands in the place of the figure. @throws as `readHat` */
export const readModel = async (response: Response): Promise<Part<DrawableSheet>[]> =>
  centrePieces(await readPieces(response), modelRadius, modelMiddle)

async function readPieces(response: Response): Promise<Piece<DrawableSheet>[]> {
  const form = await response.formData()
  const files = (field: string) => form.getAll(field).filter((value) => value instanceof File)
  const parts: ModelPart[] = JSON.parse(String(form.get('parts')))
  const meshes = await Promise.all(files('meshes').map(encoded))
  const pictures = await Promise.all(files('pictures').map(drawable))
  return piecesOf({ parts, meshes }, ({ picture, tint }) => {
    const sheet = pictures[picture]
    return sheet && tint !== undefined ? tinted(sheet, tint) : sheet
  })
}

async function encoded(file: File): Promise<EncodedFile> {
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** Returns undefined for an unreadable picture, which is left out. */
async function drawable(file: File): Promise<DrawableSheet | undefined> {
  const address = URL.createObjectURL(file)
  try {
    return await loadSheet(address)
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(address)
  }
}
