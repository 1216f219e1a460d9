/** Times are Unix milliseconds. */
export interface UploadTables {
  /** Uploads of place files that may take several requests. */
  uploads: {
    id: string
    user_id: string
    place_id: number
    /** Bytes of the whole file, and those of its stored parts. */
    size: number
    received: number
    /** Hex. The hash that the client expects, or that of the published file; null: neither is known. */
    sha256: string | null
    /** The newest version that the client expects; null when the client accepts any version. */
    version: number | null
    notes: string
    created: number
    /** The version that the upload became; null: it is not complete. */
    published: number | null
  }
  /** Stored parts of unfinished uploads. */
  upload_parts: {
    upload_id: string
    /** The byte of the file at which the part begins. */
    start: number
    size: number
    /** Name of the file in `upload-parts/`. */
    name: string
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends UploadTables {}
}
