import type { Visibility } from './rules.ts'

/** Times are Unix milliseconds. */
export interface CatalogTables {
  assets: {
    /** From the one id space of places and assets. */
    id: number
    /** 1 image, 2 T-shirt, 8 hat, 11 shirt, and so on (decisions, section 5). */
    type: number
    name: string
    description: string
    description_updated: number
    /** Null: the creator's account was deleted. */
    creator_id: string | null
    visibility: Visibility
    /** Bytes of `assets/{id}`, and hex hashes of them. */
    file_size: number
    file_sha256: string
    file_md5: string
    created: number
    updated: number
  }
}
