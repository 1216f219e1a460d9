import type { PaymentState } from '../../money/payments/rules.ts'
import type { Visibility } from '../rules.ts'

/** Times are Unix milliseconds. */
export interface CreationTables {
  /** What people make, from before it is paid for: assets are written when it is, with all that is here. */
  creations: {
    asset_id: number
    creator_id: string
    /** Whatever the form carries to say that it is sent again; unique for each creator. */
    key: string
    type: number
    name: string
    description: string
    /** Micro-units. */
    price: number
    for_sale: number
    /** What it begins with. */
    visibility: Visibility
    file_size: number
    file_sha256: string
    file_md5: string
    /** The image that the file refers to; null: it refers to none. */
    image_id: number | null
    image_size: number | null
    image_sha256: string | null
    image_md5: string | null
    created: number
    /** As its payment's. `failed` until its files are gone. */
    state: PaymentState
  }
}
