import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { assetType } from '../types.ts'

/** Price of a creation, in micro-units, which the ledger burns (docs/reference/economy-service.md). */
const assetPrice = 7_500_000

/** Returns the price of a creation. Catalog managers create for free. */
export const priceOf = (creator: Actor): number =>
  creator.permissionLevel >= permissionLevel.catalogManager ? 0 : assetPrice

/** Maximum number of pixels of an uploaded picture. Decoded, each takes four bytes. */
export const maxPicturePixels = 40_000_000

/** Maximum length of a stored picture's longer side, in pixels: more than clients show. */
export const maxPictureSide = 1024

/** Kind of upload for an asset: a picture, a clothing template, or an XML document. */
export type Source = 'picture' | 'template' | 'document'

const sources: Readonly<Record<number, Source>> = {
  [assetType.image]: 'picture',
  [assetType.tShirt]: 'picture',
  [assetType.decal]: 'picture',
  [assetType.face]: 'picture',
  [assetType.shirt]: 'template',
  [assetType.pants]: 'template',
  [assetType.hat]: 'document',
  [assetType.model]: 'document',
  [assetType.head]: 'document',
  [assetType.gear]: 'document',
  [assetType.animation]: 'document',
}

/** Returns the kind of upload for a type; undefined when assets of the type cannot be created with a form. */
export const sourceOf = (type: number): Source | undefined => sources[type]

/** The class and property of the classic client that hold the address of a picture. */
interface Holder {
  className: string
  content: string
  properties: string
}

const holders: Readonly<Record<number, Holder>> = {
  [assetType.tShirt]: { className: 'ShirtGraphic', content: 'Graphic', properties: '' },
  [assetType.shirt]: { className: 'Shirt', content: 'ShirtTemplate', properties: '' },
  [assetType.pants]: { className: 'Pants', content: 'PantsTemplate', properties: '' },
  // 5 is the front in the clients' enumeration of sides.
  [assetType.decal]: { className: 'Decal', content: 'Texture', properties: '<token name="Face">5</token>' },
  [assetType.face]: { className: 'Decal', content: 'Texture', properties: '<token name="Face">5</token>' },
}

/** Whether clients load a document that refers to the picture, instead of the picture itself. */
export const hasHolder = (type: number): boolean => holders[type] !== undefined

/**
 * Writes the XML document that clients load for an asset with a picture.
 *
 * @param root element of documents (`Client.DocumentRoot`).
 * @param address of the picture.
 */
export function holderDocument(
  { type, name }: { type: number; name: string },
  { root, address }: { root: string; address: string },
): string {
  const holder = holders[type]
  if (!holder) throw new Error(`an asset of the type ${type} holds no picture`)
  const { className, content, properties } = holder
  return `<?xml version="1.0" encoding="utf-8"?>
<${root} version="4">
  <Item class="${className}" referent="RBX0">
    <Properties>
      <Content name="${content}"><url>${xmlText(address)}</url></Content>
      ${properties}<string name="Name">${xmlText(name)}</string>
      <bool name="archivable">true</bool>
    </Properties>
  </Item>
</${root}>
`
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for XML, and leaves out characters that XML cannot represent. */
const xmlText = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? '')
