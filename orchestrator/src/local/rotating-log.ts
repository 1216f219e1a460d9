import { type FileHandle, open, rename, rm } from 'node:fs/promises'

export interface LogLimits {
  /** Size at which a file is rotated. */
  bytes: number
  /** Maximum number of rotated files. */
  files: number
  /** Days without a line after which a place's log and working directory are removed. */
  days: number
}

/** A log of bounded size with one writer. It is rotated by renaming, so nothing is copied. */
export class RotatingLog {
  readonly #path: string
  readonly #limits: LogLimits
  #file: FileHandle | undefined
  #size = 0

  constructor(path: string, limits: LogLimits) {
    this.#path = path
    this.#limits = limits
  }

  /** @throws Error when the disk refuses the write; later appends may succeed. */
  async append(chunk: Buffer): Promise<void> {
    const { bytes } = this.#limits
    for (let at = 0; at < chunk.length; at += bytes) await this.#write(chunk.subarray(at, at + bytes))
  }

  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
  }

  async #write(piece: Buffer): Promise<void> {
    await this.#open('a')
    if (this.#size > 0 && this.#size + piece.length > this.#limits.bytes) await this.#rotate()
    await this.#file?.appendFile(piece)
    this.#size += piece.length
  }

  async #rotate(): Promise<void> {
    await this.close()
    const { files } = this.#limits
    try {
      await rm(`${this.#path}.${files}`, { recursive: true, force: true })
      for (let age = files - 1; age >= 1; age--) {
        await rename(`${this.#path}.${age}`, `${this.#path}.${age + 1}`).catch(ignoreMissing)
      }
      await rename(this.#path, `${this.#path}.1`)
    } finally {
      // Truncated even if it could not be renamed, because the size limit must hold.
      await this.#open('w')
    }
  }

  async #open(flags: 'a' | 'w'): Promise<void> {
    if (this.#file) return
    const file = await open(this.#path, flags, 0o600)
    this.#file = file
    this.#size = (await file.stat()).size
  }
}

/** Returns the last bytes of a log, across its files, from the beginning of a line. */
export async function readTail(path: string, files: number, bytesMax: number): Promise<string> {
  const pieces: Buffer[] = []
  let missing = bytesMax
  const paths = [path, ...Array.from({ length: files }, (_, index) => `${path}.${index + 1}`)]
  for (const file of paths) {
    const piece = missing > 0 ? await readEnd(file, missing) : undefined
    if (piece === undefined) break
    pieces.unshift(piece)
    missing -= piece.length
  }
  const text = Buffer.concat(pieces).toString()
  return missing > 0 ? text : text.slice(text.indexOf('\n') + 1)
}

async function readEnd(path: string, bytesMax: number): Promise<Buffer | undefined> {
  let file: FileHandle | undefined
  try {
    file = await open(path)
    const { size } = await file.stat()
    const length = Math.min(size, bytesMax)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.subarray(0, bytesRead)
  } catch {
    // A log that is missing or unreadable must not hide why the server failed.
    return undefined
  } finally {
    await file?.close()
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
