import type { Generated, GeneratedAlways } from 'kysely'
import type { CommentVisibility, Visibility } from './rules.ts'

/** Times are Unix milliseconds. */
export interface CatalogTables {
  assets: {
    /** From the one id space of places and assets. */
    id: number
    /** 1 image, 2 T-shirt, 8 hat, 11 shirt, and so on (decisions, section 5). */
    type: number
    name: string
    /** What it is found by: `nameKeyOf`. */
    name_key: string
    description: string
    description_updated: number
    /** Null: the creator's account was deleted. */
    creator_id: string | null
    visibility: Visibility
    /** 1: its file took the place of one that others may have, and waits for approval: nobody is handed it before. */
    withheld: Generated<number>
    /** Of what is pending: when it began to wait for approval. */
    waiting_since: Generated<number>
    /** Micro-units, 0 for free. */
    price: Generated<number>
    /** 1: it can be bought. */
    for_sale: Generated<number>
    /** What the order by price falls by: the price below zero, and less than any for what is not for sale. */
    cheapness: GeneratedAlways<number>
    /** How many were bought. */
    sold: Generated<number>
    /** Names the small thumbnail that lists show, and changes with it; null: there is none yet. */
    thumbnail: Generated<string | null>
    /** Bytes of `assets/{id}`, and hex hashes of them. */
    file_size: number
    file_sha256: string
    file_md5: string
    created: number
    updated: number
    /** 1: what its file refers to is in `asset_references`. */
    indexed: Generated<number>
  }
  /** Kept by triggers on `assets`: how many of each type the catalog lists. */
  catalog_counts: {
    type: number
    assets: number
  }
  /** Creators own what they made; others what they bought. */
  owned_assets: {
    user_id: string
    asset_id: number
    created: number
  }
  /** Ids are in the order of time. */
  comments: {
    id: string
    asset_id: number
    author_id: string
    /** What it replies to; null: to nothing but the asset. */
    parent_id: string | null
    /** The comment that the conversation began with; null in that one. */
    root_id: string | null
    /** 0, and one more with each reply to a reply. */
    depth: number
    content: string
    created: number
    visibility: CommentVisibility
  }
  /** The image that the file of an asset refers to, which is an asset of its own: what becomes of one becomes of the other. */
  asset_parts: {
    asset_id: number
    image_id: number
  }
  /** Which assets the document of another refers to, of those that can be of this instance. */
  asset_references: {
    asset_id: number
    referred_id: number
  }
}
