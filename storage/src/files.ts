import type { Chunks, Received, Written } from './received-file.ts'
import type { StoredFile } from './stored-file.ts'

/** Names consist of the product's own words and ids. Any other name is a mistake or an attack. */
const safeName = /^[a-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/

/** Whether a text can be the name of a stored file. */
export const isFileName = (name: string): boolean => safeName.test(name)

/** @throws Error for a name that no stored file can have. */
export function requireFileName(name: string): void {
  if (!isFileName(name)) throw new Error(`not the name of a stored file: ${JSON.stringify(name)}`)
}

/** The size of a file, and the time of its last use in Unix milliseconds. */
export interface FileUsage {
  /** Without the folder. */
  name: string
  bytes: number
  used: number
}

/**
 * The files of users and of the operator: docs/decisions/0031. Every driver replaces a file at once, so a reader sees the whole old
 * file or the whole new one.
 *
 * @throws FilesUnavailable, by every function, while storage on another machine cannot be reached.
 */
export interface Files {
  /** Opens the file. Returns undefined when there is none. */
  open(name: string): Promise<StoredFile | undefined>
  exists(name: string): Promise<boolean>
  /** Returns the names that have a file. Cheap enough for every request. */
  existing(names: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Streams bytes into storage. Memory does not grow with the size. The file is durable when this returns.
   *
   * @throws TooLarge past `maxBytes`; any error of the source. An existing file of that name then stays as it was.
   */
  write(name: string, source: Chunks, maxBytes: number): Promise<Written>
  /**
   * Writes a file in two steps, so that `use` can record it elsewhere before it is stored. A file that `use` does not store is
   * removed.
   *
   * @throws TooLarge past `maxBytes`; any error of the source or of `use`.
   */
  receive<T>(source: Chunks, maxBytes: number, use: (received: Received) => Promise<T>): Promise<T>
  /**
   * Stores the content of `from` as `to` too, with the same time. Drivers share the bytes between both names where they can.
   *
   * @returns false when there is no such file.
   */
  share(from: string, to: string): Promise<boolean>
  remove(name: string): Promise<void>
  /**
   * Removes a file that was last written before a time, in Unix milliseconds. A file that replaces it meanwhile stays. Sweeps
   * remove unreferenced files with it, and so spare a file that was just written and is about to be referenced.
   */
  removeUntouched(name: string, before: number): Promise<void>
  /** Removes a file unless it is wanted. `isWanted` is called while the file has no name, so that no reader opens it meanwhile. */
  removeUnless(name: string, isWanted: () => Promise<boolean>): Promise<void>
  /** Records the last use of a file without changing its `etag`. Does nothing when there is no such file. */
  touch(name: string, used: number): Promise<void>
  /**
   * Yields the names in a folder of any size in batches, without the folder; none when there is no such folder. Names that are
   * added or removed meanwhile may be missing.
   *
   * @param prefix of the names; absent: all.
   */
  walk(folder: string, prefix?: string): AsyncGenerator<string[], void>
  /** Yields size and last use of the files in a folder, in batches as `walk` does. */
  usage(folder: string): AsyncGenerator<FileUsage[], void>
  /**
   * Removes leftovers of crashes and removals. A sweep that is killed leaves the rest to the next one.
   *
   * @param time the confirmed time, from which ages count where it is earlier than the clock
   */
  sweep(time?: number): Promise<void>
  /** Checks that files can be stored and read. @throws when they cannot */
  check(): Promise<void>
  /** Releases connections. */
  close(): Promise<void>
}
