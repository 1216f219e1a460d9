import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { assetType } from '../rules.ts'

/** Micro-units, burned: round(0.1 * 75 * 1e6) (the economy contract's "Constants"). */
const assetPrice = 7_500_000

/** Levels 3 and higher pay nothing (decisions, section 7). */
export const priceOf = (creator: Actor): number =>
  creator.permissionLevel >= permissionLevel.catalogManager ? 0 : assetPrice

/** The size of clothing's template, in pixels (decisions, section 5). */
export const templateSize = { width: 585, height: 559 } as const

/** Decoded, four bytes each: what an upload may claim to be. */
export const maxPicturePixels = 40_000_000

/** Pixels of a picture's longer side, as it is kept: more than clients show. */
export const maxPictureSide = 1024

/** What one uploads for an asset of a type: a picture, a template of clothing, or an XML document. */
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

/** Undefined for what nobody can make with a form. */
export const sourceOf = (type: number): Source | undefined => sources[type]

/** How clients are told of the picture: a class of theirs, and its property that has the address. */
interface Holder {
  className: string
  content: string
  properties: string
}

const holders: Readonly<Record<number, Holder>> = {
  [assetType.tShirt]: { className: 'ShirtGraphic', content: 'Graphic', properties: '' },
  [assetType.shirt]: { className: 'Shirt', content: 'ShirtTemplate', properties: '' },
  [assetType.pants]: { className: 'Pants', content: 'PantsTemplate', properties: '' },
  // On the front, as it comes: 5 of the clients' enumeration of sides.
  [assetType.decal]: { className: 'Decal', content: 'Texture', properties: '<token name="Face">5</token>' },
  [assetType.face]: { className: 'Decal', content: 'Texture', properties: '<token name="Face">5</token>' },
}

/** Whether clients load a document that refers to the picture, and not the picture itself. */
export const hasHolder = (type: number): boolean => holders[type] !== undefined

/**
 * The XML document that clients load for an asset which is a picture.
 *
 * @param root of documents (`Client.DocumentRoot`).
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

/** A text as it stands in XML; characters that XML has no way to write are left out. */
const xmlText = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? '')
