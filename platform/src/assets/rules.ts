import { type Actor, isModerator, permissionLevel } from '../accounts/rules.ts'
import { Refused } from '../foundation/errors.ts'
import { microPerUnit } from '../foundation/money.ts'
import { nameKeyOf } from '../foundation/name-key.ts'

/** `Pending` until somebody of level 3 or higher has looked at it; what is `Moderated` is kept, and not served. */
export type Visibility = 'Pending' | 'Visible' | 'Moderated'

/** `Moderated`: removed by a moderator; `Deleted`: by its author. Both are kept, and shown to nobody. */
export type CommentVisibility = 'Visible' | 'Moderated' | 'Deleted'

export const assetNameLimits = { min: 3, max: 50 } as const

export const assetNotFound = () => new Refused('missing', 'Asset not found')

/** An asset's file is at most 20 MB; sizes are decimal (decisions, sections 2 and 7). */
export const maxAssetBytes = 20_000_000

/** Decisions, section 5. */
export const assetType = {
  image: 1,
  tShirt: 2,
  audio: 3,
  mesh: 4,
  lua: 5,
  hat: 8,
  model: 10,
  shirt: 11,
  pants: 12,
  decal: 13,
  head: 17,
  face: 18,
  gear: 19,
  animation: 24,
} as const

/** Those that there is nothing to see of by themselves: parts of others, sounds, movements. */
export const unpicturedTypes: readonly number[] = [
  assetType.image,
  assetType.audio,
  assetType.mesh,
  assetType.lua,
  assetType.animation,
]

/** What catalog managers make needs nobody's approval. */
export const firstVisibility = (creator: Actor): Visibility =>
  creator.permissionLevel >= permissionLevel.catalogManager ? 'Visible' : 'Pending'

/** Whether the file of an asset is handed out to anybody who asks. */
export const isServed = ({ visibility, withheld }: { visibility: Visibility; withheld: number }) =>
  visibility !== 'Moderated' && withheld === 0

/** What a file begins with, byte by byte as Latin-1; UTF-8 may have its mark in front. */
const xmlStart = /^(?:\xef\xbb\xbf)?\s*<(?:\?xml\s|!--|!DOCTYPE\s|[A-Za-z_][\w.:-]*[\s/>])/

/**
 * Whether a file is XML, by its first bytes. The binary form of places and models begins with `<roblox!`, which no
 * element of XML can.
 */
export const isXml = (start: Uint8Array): boolean =>
  xmlStart.test(Buffer.from(start.buffer, start.byteOffset, start.byteLength).toString('latin1'))

/** What stands against rendering an asset again, in the contract's words; undefined: nothing. */
export function rerenderFault({
  type,
  visibility,
}: {
  type: number
  visibility: Visibility
}): string | undefined {
  if (visibility === 'Moderated') return "Can't rerender a moderated asset"
  const rendered: readonly number[] = [assetType.hat, assetType.shirt, assetType.pants]
  return rendered.includes(type) ? undefined : "Can't rerender this type of asset"
}

export const maxPriceUnits = 999

/** Micro-units. */
export const maxPrice = maxPriceUnits * microPerUnit

interface ForSale {
  visibility: Visibility
  for_sale: number
}

/**
 * The contract's rules of buying, in their order.
 *
 * @throws Refused `invalid`
 */
export function refuseSale(asset: ForSale, owned: boolean): void {
  if (owned) throw alreadyOwned()
  if (asset.visibility !== 'Visible') throw notApproved()
  if (asset.for_sale === 0) throw new Refused('invalid', 'This item is not for sale')
}

export const notApproved = () => new Refused('invalid', "This item hasn't been approved yet")

export const alreadyOwned = () => new Refused('invalid', 'You already own this item')

/** Whoever decides on a file decides on the one that they were shown. */
export const fileReplaced = () => new Refused('invalid', 'Its file was replaced meanwhile: look at it again')

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

/** Settings of an asset: its creator, or level 4 and higher. */
export const mayManage = (actor: Actor, asset: { creator_id: string | null }) =>
  asset.creator_id === actor.id || isModerator(actor)

/** Decisions, section 7. */
export const assetsPerPage = 50

/** Even an empty catalog has a page. */
export const pagesOf = (assets: number) => Math.max(1, Math.ceil(assets / assetsPerPage))

interface Ranked {
  id: number
  name: string
  sold: number
}

/** Puts first what is called just so, then what has it as its beginning, as a word's, anywhere; of those, what is bought most. */
export function rank<Asset extends Ranked>(assets: readonly Asset[], key: string): Asset[] {
  return assets
    .map((asset) => {
      const name = nameKeyOf(asset.name)
      return { asset, name, fit: fitOf(name, key) }
    })
    .sort(
      (one, other) =>
        one.fit - other.fit ||
        other.asset.sold - one.asset.sold ||
        (one.name < other.name ? -1 : Number(one.name > other.name)) ||
        one.asset.id - other.asset.id,
    )
    .map(({ asset }) => asset)
}

function fitOf(name: string, key: string): number {
  const at = name.indexOf(key)
  if (at === 0) return name === key ? 0 : 1
  return /[\p{L}\p{N}]/u.test(name.charAt(at - 1)) ? 3 : 2
}

/** In characters (the contract's "Limits"). */
export const maxCommentLength = 1_000

/** A comment has replies, those have some, and so on: this many times (decisions, section 7). */
export const maxReplyDepth = 9

interface Comment {
  author_id: string
  visibility: CommentVisibility
}

/** Characters of a reason for removing a comment. */
export const maxRemovalReasonLength = 300

/** What becomes of a comment that the actor takes away; undefined: it is not theirs to take away. */
export function removedBy(actor: Actor, comment: Comment): Exclude<CommentVisibility, 'Visible'> | undefined {
  if (comment.author_id === actor.id) return 'Deleted'
  return isModerator(actor) ? 'Moderated' : undefined
}
