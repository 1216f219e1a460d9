import type { Generated, Kysely } from 'kysely'

/** The index of the files in object storage. Empty while files are in a folder. */
export interface StorageTables {
  /** Objects, each written once under a key of its own. */
  stored_objects: {
    object_key: string
    /** Bytes. 0 until the upload is complete. */
    size: Generated<number>
    /** Hexadecimal. Empty until the upload is complete. */
    sha256: Generated<string>
    /**
     * When the upload began or a name of the object was last removed, by the clock of the database. Null: the object has a name.
     * Triggers set it when a name is removed, and the sweep clears it if the object has another name.
     */
    unused_since: number | null
  }
  /** Names of the files in object storage. */
  stored_files: {
    name: string
    object_key: string
    modified: number
    used: number
  }
}

/** A database that has the index among its tables. */
export type IndexDb = Kysely<StorageTables>
