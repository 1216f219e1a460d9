import type { ModelObject } from './objects.ts'

/** Where a file of a model is: an asset, or in the document itself. */
export type Content = { assetId: number; bytes?: undefined } | { bytes: Uint8Array; assetId?: undefined }

/** How documents refer to assets: `…/asset/?id=1`, `rbxassetid://1`. */
const reference = /(?:\/asset\/?\?(?:[^"<>]{0,200}?&(?:amp;)?)?id=|rbxassetid:\/\/)(\d{1,15})/i
const references = new RegExp(reference, 'gi')

/** The first asset that a text refers to. */
export function referredAsset(text: string): number | undefined {
  const id = reference.exec(text)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** All references to assets in a text, each with where it ends. */
export function* findReferences(text: string): Generator<{ id: number; end: number }> {
  for (const match of text.matchAll(references))
    yield { id: Number(match[1]), end: match.index + match[0].length }
}

/**
 * What a property holds; undefined: nothing, or something that only clients have. Documents may hold a file as Base64 (the field
 * `binary`), and a mesh as the text that it is.
 */
export function contentOf({ properties }: ModelObject, ...names: string[]): Content | undefined {
  for (const name of names) {
    const binary = properties.get(`${name}.binary`)
    if (binary !== undefined) return { bytes: Buffer.from(binary, 'base64') }
    const address =
      properties.get(`${name}.url`) ?? properties.get(`${name}.uri`) ?? properties.get(name) ?? ''
    const text = address.trimStart()
    if (text.startsWith('version ')) return { bytes: Buffer.from(text, 'latin1') }
    const assetId = referredAsset(address)
    if (assetId !== undefined) return { assetId }
  }
  return undefined
}
