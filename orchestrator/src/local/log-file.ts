import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

export interface LogLimits {
  /** A file of this size is put away, and a new one begun. */
  bytes: number
  /** How many files that were put away are kept. */
  files: number
  /** After so many days without a line everything of a place is removed. */
  days: number
}

/**
 * What the servers of a place print, in a file that they write themselves: it goes on while no orchestrator runs, and
 * a server never waits for one. So the file that is full cannot be renamed, since the server would follow it; it is copied
 * and emptied, and a line that is written in that instant is lost.
 */
export class LogFile {
  readonly #path: string
  readonly #limits: LogLimits

  constructor(path: string, limits: LogLimits) {
    this.#path = path
    this.#limits = limits
  }

  /** Opens it for a server to write to, and says in it that a server starts. */
  openForServer(heading: string): number {
    mkdirSync(dirname(this.#path), { recursive: true })
    const file = openSync(this.#path, 'a', 0o600)
    writeSync(file, `${heading}\n`)
    return file
  }

  rotateWhenFull(): void {
    const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0
    if (size <= this.#limits.bytes) return
    const { files } = this.#limits
    rmSync(this.#old(files), { force: true })
    for (let age = files - 1; age >= 1; age--) renameIfThere(this.#old(age), this.#old(age + 1))
    this.#putAway()
  }

  #putAway(): void {
    const file = openSync(this.#path, 'r+')
    const old = openSync(this.#old(1), 'w', 0o600)
    try {
      const chunk = Buffer.alloc(64 * 1024)
      const { size } = fstatSync(file)
      const { bytes } = this.#limits
      // Of a server that prints without end only the last is kept, and it is not followed for ever.
      let at = size > 2 * bytes ? size - bytes : 0
      const end = at + 3 * bytes
      for (let read = -1; read !== 0 && at < end; at += read) {
        read = readSync(file, chunk, 0, chunk.length, at)
        writeSync(old, chunk, 0, read)
      }
    } finally {
      // Also when the disk is full: then this is what makes room.
      ftruncateSync(file)
      closeSync(old)
      closeSync(file)
    }
  }

  /** The last bytes, across files, from the beginning of a line. */
  tail(bytesMax: number): string {
    const pieces: Buffer[] = []
    let missing = bytesMax
    const paths = [
      this.#path,
      ...Array.from({ length: this.#limits.files }, (_, index) => this.#old(index + 1)),
    ]
    for (const path of paths) {
      const piece = missing > 0 ? readEnd(path, missing) : undefined
      if (piece === undefined) break
      pieces.unshift(piece)
      missing -= piece.length
    }
    const text = Buffer.concat(pieces).toString()
    return missing > 0 ? text : text.slice(text.indexOf('\n') + 1)
  }

  #old(age: number): string {
    return `${this.#path}.${age}`
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {
    // There have not been that many yet.
  }
}

function readEnd(path: string, bytesMax: number): Buffer | undefined {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const { size } = fstatSync(file)
    const bytes = Buffer.alloc(Math.min(size, bytesMax))
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, size - bytes.length))
  } catch {
    // There is none, or none that can be read: a server fails no less clearly for that.
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
