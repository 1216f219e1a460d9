import { assetType } from '@baseplate/platform/assets/types'
import { CannotDraw } from '@baseplate/renderer/drawing'
import { templateSize } from '@baseplate/renderer/template'
import { type Garments, partOf } from '#lib/avatar/garments.ts'
import { loadSheet } from '#lib/avatar/sheets.ts'
import { renderFailure } from '#lib/texts/render-failure.ts'
import { t } from '#lib/texts/t.ts'

const { decal, hat, image, model, pants, shirt } = assetType

/** Images and decals, which are shown as they are. */
const pictureTypes: ReadonlySet<number> = new Set([image, decal])

/** Types whose pictures cover the figure exactly. */
const templateTypes: ReadonlySet<number> = new Set([shirt, pants])

/** Whether a figure can wear items of a type. */
export const isWorn = (type: number): boolean => type === hat || partOf[type] !== undefined

/** Whether items of a type are shown in three dimensions without a figure. */
export const isModel = (type: number): boolean => type === model

/** Whether items of a type are shown as a flat picture. */
export const isPicture = (type: number): boolean => pictureTypes.has(type)

/** The chosen file cannot become an item. The message is for the maker. */
export class UnusableFile extends Error {}

/** Loads a chosen file before its item is created: as a figure wears it, or as a model on its own. @throws UnusableFile */
export async function loadOwnGarment(type: number, file: File): Promise<Garments> {
  if (type === hat || type === model) return { clothes: {}, hats: await loadOwnModel(type, file) }
  const part = partOf[type]
  if (!part) return { clothes: {}, hats: [] }
  const address = URL.createObjectURL(file)
  const sheet = await loadSheet(address)
    .catch(() => undefined)
    .finally(() => URL.revokeObjectURL(address))
  if (!sheet) throw new UnusableFile(t('making.unreadable'))
  const { width, height } = templateSize
  if (templateTypes.has(type) && (sheet.width !== width || sheet.height !== height))
    throw new UnusableFile(t('making.wrong_size', { width, height, has: sheet.width, by: sheet.height }))
  return { clothes: { [part]: sheet }, hats: [] }
}

async function loadOwnModel(type: number, file: File) {
  const body = new FormData()
  body.set('asset', file)
  const headers = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' }
  const path = type === model ? '/develop/create/model' : '/develop/create/hat'
  const response = await fetch(path, { method: 'POST', body, headers }).catch(() => undefined)
  if (!response?.ok) {
    const { message } = response && response.status < 500 ? await refusalIn(response) : {}
    throw new UnusableFile(message ?? t('common.form.unreachable'))
  }
  const { readHat, readModel } = await import('#lib/avatar/hats.ts')
  return (type === model ? readModel(response) : readHat(response)).catch((error: unknown) => {
    throw error instanceof CannotDraw ? new UnusableFile(renderFailure(error.message)) : error
  })
}

/** Returns an empty object if a proxy in front of the site has refused the file. */
const refusalIn = (response: Response): Promise<{ message?: string }> => response.json().catch(() => ({}))
