import { type Actor, isModerator, permissionLevel } from '../accounts/rules.ts'
import { InvalidFields, Refused } from '../foundation/errors.ts'
import { microPerUnit } from '../foundation/money.ts'
import type { PlainCode } from '../foundation/problem.ts'
import { canRerender } from './types.ts'

/** `Pending` until a catalog manager approves it. A `Moderated` asset is stored and not served. */
export type Visibility = 'Pending' | 'Visible' | 'Moderated'

/** Maximum size of an asset's file. Sizes are decimal. */
export const maxAssetBytes = 20_000_000

export const assetsFolder = 'assets'

/** Returns the name of an asset's file. */
export const assetFileName = (assetId: number) => `${assetsFolder}/${assetId}`

export const assetNameLimits = { min: 3, max: 50 } as const

export const maxPriceUnits = 999

/** Maximum price, in micro-units. */
export const maxPrice = maxPriceUnits * microPerUnit

export const assetNotFound = () => new Refused('assets.not_found')

export const fileTooLarge = () => new InvalidFields({ asset: 'assets.file_too_large' })

export const notApproved = () => new Refused('catalog.not_approved')

export const alreadyOwned = () => new Refused('catalog.already_owned')

/** Refuses a decision about a file that is no longer the asset's file. */
export const fileReplaced = () => new Refused('review.file_replaced')

/** Returns the visibility of a new asset. Assets of catalog managers need no approval. */
export const firstVisibility = (creator: Actor): Visibility =>
  creator.permissionLevel >= permissionLevel.catalogManager ? 'Visible' : 'Pending'

/** Whether the file of an asset is served. */
export const isServed = ({ visibility, withheld }: { visibility: Visibility; withheld: number }) =>
  visibility !== 'Moderated' && withheld === 0

/**
 * First characters of XML, as Latin-1. UTF-8 may have a byte order mark. The length is bounded, so that readers of the first bytes and
 * of the whole file agree.
 */
const xmlStart = /^(?:\xef\xbb\xbf)?\s{0,64}<(?:\?xml\s|!--|!DOCTYPE\s|[A-Za-z_][\w.:-]{0,63}[\s/>])/

/**
 * Whether a file is XML, by its first bytes. The binary format of places and models begins with `<roblox!`, which is not an XML
 * element.
 */
export const isXml = (start: Uint8Array): boolean =>
  xmlStart.test(Buffer.from(start.buffer, start.byteOffset, start.byteLength).toString('latin1'))

/** Returns why an asset cannot be re-rendered; undefined when it can. */
export function whyNotRerender({
  type,
  visibility,
}: {
  type: number
  visibility: Visibility
}): PlainCode | undefined {
  if (visibility === 'Moderated') return 'renders.asset_moderated'
  return canRerender(type) ? undefined : 'renders.asset_type'
}

/**
 * Refuses a sale. The order of the checks is part of the API.
 *
 * @throws Refused `invalid`
 */
export function refuseSale(asset: { visibility: Visibility; for_sale: number }, owned: boolean): void {
  if (owned) throw alreadyOwned()
  if (asset.visibility !== 'Visible') throw notApproved()
  if (asset.for_sale === 0) throw new Refused('catalog.not_for_sale')
}

/**
 * Whether the viewer sees an asset's page. Pending and moderated assets are shown to their creators and to catalog managers.
 * Moderated assets are also shown to their owners.
 */
export const maySee = (
  viewer: Actor,
  asset: { creator_id: string | null; visibility: Visibility },
  owned: boolean,
) =>
  asset.visibility === 'Visible' ||
  (asset.visibility === 'Moderated' && owned) ||
  asset.creator_id === viewer.id ||
  viewer.permissionLevel >= permissionLevel.catalogManager

/** Whether the actor may change an asset's settings: its creator, or a moderator. */
export const mayManage = (
  actor: Pick<Actor, 'id' | 'permissionLevel'>,
  asset: { creator_id: string | null },
) => asset.creator_id === actor.id || isModerator(actor)
