import type { ModelObject } from './objects.ts'

/** Location of a file: an asset, or embedded in the document. */
export type Content = { assetId: number; bytes?: undefined } | { bytes: Uint8Array; assetId?: undefined }

/**
 * References to assets in documents: `…/asset/?id=1`, `rbxassetid://1`. Clients read them in any letter case, with spaces, and by
 * the legacy path `/Asset/Default.ashx`. The first `id` of an address counts.
 */
const reference =
  /(?:\/asset\/{0,8}(?:default\.ashx\/{0,8})?\?(?:\s{0,20}|[^"<>]{0,200}?&(?:amp;)?)id\s{0,20}=|rbxassetid:\/\/)(?:\s|%20){0,20}(\d{1,15})/i
const references = new RegExp(reference, 'gi')

/** Letters, digits and marks that an address may also write as `%41`, without another meaning (RFC 3986, 2.3). */
const encoded = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi

const decode = (text: string): string =>
  text.replace(encoded, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))

/** Returns the first asset that a text refers to. */
export function referredAsset(text: string): number | undefined {
  const id = reference.exec(decode(text))?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Yields all references to assets in a text, and whether the text ends with it, so that its number may continue. */
export function* findReferences(text: string): Generator<{ id: number; isLast: boolean }> {
  const decoded = decode(text)
  for (const match of decoded.matchAll(references))
    yield { id: Number(match[1]), isLast: match.index + match[0].length === decoded.length }
}

/**
 * Returns the content of the first property that has content, and undefined if there is none or if only clients have the file.
 * Documents may embed a file as Base64 in the field `binary`, and a mesh as text.
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
