import { renameSync, rmSync } from 'node:fs'
import { Book } from '../../index/book.ts'
import { hashText } from '../../index/hash.ts'
import type { HistoryFile } from '../../index/history.ts'
import { BadSnapshot, SnapshotReader, SnapshotWriter } from './stream.ts'

/** The part of a ledger that a snapshot contains: its first `bytes` bytes, whose whole blocks have this hash. */
export interface SnapshotExtent {
  bytes: number
  hash: string
}

/**
 * Identifies the layout of snapshots. The first number changes with the order or form of the values, the second one with the hash
 * of the tables. Numbers are in the byte order of the machine.
 */
const format = `1 ${hashText('economy')} ${new Uint8Array(Uint16Array.of(1).buffer)[0]}`

/** Replaces the snapshot of a book. Blocks the thread. */
export function saveSnapshot(path: string, book: Book, hash: string): void {
  const unfinished = `${path}.new`
  const writer = new SnapshotWriter(unfinished)
  try {
    writer.text(format)
    writer.number(book.history.bytes)
    writer.text(hash)
    book.save(writer)
    writer.end()
  } catch (error) {
    // On a full disk, the ledger needs the room.
    rmSync(unfinished, { force: true })
    throw error
  } finally {
    writer.close()
  }
  renameSync(unfinished, path)
}

/**
 * Reads a snapshot completely. Blocks the thread. Returns undefined if there is none.
 *
 * @param fits Decides from its extent whether it is one of this ledger, before the rest is read.
 * @throws BadSnapshot if it does not fit, is damaged or has another format
 */
export function loadSnapshot(
  path: string,
  file: HistoryFile,
  fits: (extent: SnapshotExtent) => boolean,
): Book | undefined {
  let reader: SnapshotReader
  try {
    reader = new SnapshotReader(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    if (reader.text() !== format) throw new BadSnapshot('it was written by another version')
    if (!fits({ bytes: reader.number(), hash: reader.text() })) {
      throw new BadSnapshot('it is not a snapshot of this ledger')
    }
    const book = new Book(file)
    book.load(reader)
    reader.end()
    return book
  } catch (error) {
    // A damaged value can lead to any error before the hash at the end is compared.
    throw error instanceof BadSnapshot ? error : new BadSnapshot('it is damaged', { cause: error })
  } finally {
    reader.close()
  }
}
