import type { MessageKey } from '@baseplate/texts/keys'
import type { Listing } from './listing.ts'

type NameIn<Key> = Key extends `export.file.about_${infer Name}` ? Name : never

/** Names of the JSON files of an export, which the texts describe. */
export type ExportFile = NameIn<MessageKey>

/** A stored file that belongs to a user. */
export interface OwnFile {
  /** Name in the export. */
  name: string
  /** Name in `Files`. */
  stored: string
  /** Bytes. Null: unknown. */
  size: number | null
  /** Whether its game, item or group has been taken down. */
  takenDown: boolean
}

/** Data of a user that an export of the account contains. */
export interface Exports<Needs> {
  /** Rows, by the file that lists them. */
  rows?: Readonly<Partial<Record<ExportFile, readonly Listing[]>>>
  /** Lists the files of a user. Quotas bound their number. */
  files?: (platform: Needs, userId: string) => Promise<OwnFile[]>
}
