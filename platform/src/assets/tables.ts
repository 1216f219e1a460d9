import type { Generated, GeneratedAlways } from 'kysely'
import type { CalendarUnit } from '../foundation/calendar.ts'
import type { PaymentState } from '../money/payments/rules.ts'
import type { Visibility } from './rules.ts'

/** Times are Unix milliseconds, prices micro-units. */
export interface AssetTables {
  assets: {
    /** Places and assets share one id space. */
    id: number
    /** A value of `assetType`. */
    type: number
    name: string
    /** `nameKeyOf` the name, for searches. */
    name_key: string
    description: string
    description_updated: number
    /** Null when the creator's account was deleted. */
    creator_id: string | null
    visibility: Visibility
    /** 1 when a new file waits for approval: the file is not served until then. */
    withheld: Generated<number>
    /** When a pending asset began to wait for approval. */
    waiting_since: Generated<number>
    /** 0 for free. */
    price: Generated<number>
    /** 1 when it can be bought. */
    for_sale: Generated<number>
    /** Sort key of the order by price: the negated price, and less than any price when the asset is not for sale. */
    cheapness: GeneratedAlways<number>
    /** Number of sales. */
    sold: Generated<number>
    /** Number of users whose favourite it is, maintained by a trigger. */
    favourites: Generated<number>
    /** Name of the preview, copied from `previews` by a trigger; null when there is none. */
    thumbnail: Generated<string | null>
    /** Size and hexadecimal hashes of the file `assets/{id}`. */
    file_size: number
    file_sha256: string
    file_md5: string
    /** `hashPicture` of the picture that it is made of; empty: none, or one that is too plain. */
    picture_hash: Generated<string>
    created: number
    updated: number
  }
  /** Number of listed assets of each type, maintained by triggers on `assets`. */
  catalog_counts: {
    type: number
    assets: number
  }
  /** Creators own the assets that they created; buyers own the assets that they bought. */
  owned_assets: {
    user_id: string
    asset_id: number
    created: number
  }
  asset_favourites: {
    user_id: string
    asset_id: number
    created: number
  }
  /** Wish lists. An item that its user buys stays in the table, and leaves the list. */
  asset_wishes: {
    user_id: string
    asset_id: number
    created: number
  }
  /** The image asset that the file of an asset refers to. Both always have the same visibility. */
  asset_parts: {
    asset_id: number
    image_id: number
  }
  /** References from documents of assets to other assets of this instance. */
  asset_references: {
    asset_id: number
    referred_id: number
  }
  /** Assets that are being paid for. The payment turns them into rows of `assets`. */
  creations: {
    asset_id: number
    creator_id: string
    /** Identifies a submitted form, so that a second submission creates nothing more. Unique for each creator. */
    key: string
    type: number
    name: string
    description: string
    price: number
    for_sale: number
    /** Initial visibility of the asset. */
    visibility: Visibility
    file_size: number
    file_sha256: string
    file_md5: string
    /** As in `assets`. */
    picture_hash: string
    /** Ids of the assets that the file refers to, separated by commas. */
    referred: string
    /** The image that the file refers to, if any. */
    image_id: number | null
    image_size: number | null
    image_sha256: string | null
    image_md5: string | null
    created: number
    /** State of the payment. `failed` until the files are removed. */
    state: PaymentState
  }
  /** Saved forms for assets that their makers have not created yet. */
  creation_drafts: {
    user_id: string
    /** Identifies the form, as in `creations`. Unique for each user. */
    key: string
    type: number
    name: string
    description: string
    /** As typed. */
    price: string
    /** Name of the file below `drafts/`; null: none was chosen. */
    file: string | null
    /** Bytes; 0 without a file. */
    file_size: Generated<number>
    updated: number
  }
  /** Sales of each asset by unit of the calendar. */
  asset_statistics: {
    asset_id: number
    unit: CalendarUnit
    start: number
    sales: Generated<number>
    /** The creator's share of the prices. */
    proceeds: Generated<number>
  }
  /** Cached addresses of the asset cloud's thumbnails. */
  cloud_thumbnails: {
    /** An id of the asset cloud, which may be larger than the ids of this instance. */
    asset_id: number
    /** Pixels. */
    width: number
    height: number
    url: string
    fetched: number
  }
}

declare module '../foundation/database.ts' {
  interface Database extends AssetTables {}
}
