import type { Readable, Writable } from 'node:stream'

/** An open file. Its metadata and its bytes stay consistent when another file replaces it. */
export interface StoredFile {
  /** Bytes. */
  size: number
  /** Unix milliseconds. */
  modified: number
  /** Strong validator for HTTP, quotes included. Identifies the content. */
  etag: string
  /** Streams the bytes from `start` to `end`, both inclusive; absent: all bytes. Closes the file at its end. */
  stream(range?: { start: number; end: number }): Readable
  /**
   * Writes a range into a socket, faster than `stream`, without ending the socket: see `sendFile`. Closes the file at its end.
   * Absent where nothing is faster.
   */
  send?(to: Writable, range: { start: number; end: number }): Promise<void>
  /**
   * Returns an address at which a client gets the file by itself for this many seconds. Absent where the files are on this machine.
   */
  address?(headers: { contentType: string }, seconds: number): Promise<string>
  /** Closes a file that the caller does not read. */
  close(): Promise<void>
}
