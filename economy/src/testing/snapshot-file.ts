import { onTestFinished } from 'vitest'
import { SnapshotReader, SnapshotWriter } from '../ledger/file/snapshot/stream.ts'
import { temporaryLedger } from './service.ts'

/** Writes a file as a snapshot is written, and opens it until the test ends. */
export function snapshotOf(write: (writer: SnapshotWriter) => void): SnapshotReader {
  const path = temporaryLedger()
  const writer = new SnapshotWriter(path)
  write(writer)
  writer.end()
  writer.close()
  const reader = new SnapshotReader(path)
  onTestFinished(() => reader.close())
  return reader
}
