import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { privateMode } from '../private-mode.ts'

const digestBytes = 32

/** A snapshot that cannot be read. */
export class BadSnapshot extends Error {}

/** Anything with a state that snapshots contain. */
export interface Saved {
  save: (to: SnapshotWriter) => void
  /** Reads the state into an object that has none yet. @throws BadSnapshot */
  load: (from: SnapshotReader) => void
}

/** Writes the values of a snapshot, and at the end their SHA-256. Synchronous: only the snapshot's own thread waits. */
export class SnapshotWriter {
  readonly #file: number
  readonly #hash = createHash('sha256')

  constructor(path: string) {
    this.#file = openSync(path, 'w', privateMode)
  }

  number(value: number): void {
    this.bytes(Float64Array.of(value))
  }

  text(value: string): void {
    const bytes = Buffer.from(value)
    this.number(bytes.length)
    this.bytes(bytes)
  }

  bytes(view: NodeJS.ArrayBufferView): void {
    this.#hash.update(view)
    this.#write(view)
  }

  /** Writes the hash, and waits until everything is on disk. */
  end(): void {
    this.#write(this.#hash.digest())
    fsyncSync(this.#file)
  }

  close(): void {
    closeSync(this.#file)
  }

  #write(view: NodeJS.ArrayBufferView): void {
    for (let at = 0; at < view.byteLength; ) {
      at += writeSync(this.#file, new Uint8Array(view.buffer, view.byteOffset + at, view.byteLength - at))
    }
  }
}

/** Reads what `SnapshotWriter` wrote, in the same order. */
export class SnapshotReader {
  readonly #file: number
  readonly #hash = createHash('sha256')
  /** Bytes of values that have not been read. */
  #left: number

  constructor(path: string) {
    this.#file = openSync(path, 'r')
    this.#left = statSync(path).size - digestBytes
  }

  number(): number {
    const value = new Float64Array(1)
    this.bytes(value)
    return value[0] ?? 0
  }

  /**
   * Reads the length of the next value.
   *
   * @throws BadSnapshot for a damaged length, which could exceed the memory
   */
  length(bytesEach: number): number {
    const length = this.number()
    if (!Number.isSafeInteger(length) || length < 0 || length * bytesEach > this.#left) {
      throw new BadSnapshot(`it has an impossible length, ${length}`)
    }
    return length
  }

  text(): string {
    const bytes = Buffer.alloc(this.length(1))
    this.bytes(bytes)
    return bytes.toString()
  }

  /** Fills a view. */
  bytes(view: NodeJS.ArrayBufferView): void {
    this.#left -= view.byteLength
    if (this.#left < 0) throw new BadSnapshot('it is too short')
    this.#read(view)
    this.#hash.update(view)
  }

  /** @throws BadSnapshot unless everything has been read, and has the hash that was written */
  end(): void {
    if (this.#left !== 0) throw new BadSnapshot('it is too long')
    const digest = Buffer.alloc(digestBytes)
    this.#read(digest)
    if (!digest.equals(this.#hash.digest())) throw new BadSnapshot('its hash is wrong')
  }

  close(): void {
    closeSync(this.#file)
  }

  #read(view: NodeJS.ArrayBufferView): void {
    for (let at = 0; at < view.byteLength; ) {
      const rest = new Uint8Array(view.buffer, view.byteOffset + at, view.byteLength - at)
      const bytesRead = readSync(this.#file, rest)
      if (bytesRead === 0) throw new BadSnapshot('it is too short')
      at += bytesRead
    }
  }
}
