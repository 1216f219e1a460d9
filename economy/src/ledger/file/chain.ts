import { hash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readFile, stat, truncate } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { blockBytes, checkedBytes, endOf, hashBytes, hashOf, isWhole, linkBytes } from './chain-links.ts'
import { privateMode } from './private-mode.ts'

/** Time for which links are collected before they are written. A crash loses no more than these. */
const saveAfterMs = 200

/** A part of the ledger has changed since it was written. Offsets in bytes; `to` is exclusive. */
export class ChangedBytes extends Error {
  readonly from: number
  readonly to: number

  constructor(from: number, to: number, fault = 'are not what was written') {
    super(`the bytes ${from} to ${to - 1} ${fault}`)
    this.from = from
    this.to = to
  }
}

/** The end of the ledger is missing. */
export class MissingBytes extends ChangedBytes {
  constructor(from: number, to: number) {
    super(from, to, 'are missing')
  }
}

/**
 * The running hash of a ledger: each link is the SHA-256 of the previous link and the next 4096 bytes of the file; the last one may
 * cover fewer. The links are kept in a file beside the ledger. It is written after the ledger, so it may be behind.
 */
export class Chain {
  /** Undefined if the links are not kept. */
  readonly #path: string | undefined
  /** The links on disk at the start. */
  #stored: Buffer
  /** The previous link's hash, followed by the bytes of the present block. */
  readonly #block = Buffer.alloc(hashBytes + blockBytes)
  #filled = 0
  #size = 0
  /** Whole blocks that are not on disk yet. */
  #unsaved: Buffer[] = []
  #timer: NodeJS.Timeout | undefined
  #saving: Promise<void> = Promise.resolve()

  private constructor(path: string | undefined, stored: Buffer) {
    this.#path = path
    this.#stored = stored
  }

  /** Reads the links beside a ledger. Without a file there are none. */
  static async beside(ledgerFile: string): Promise<Chain> {
    const path = `${ledgerFile}.chain`
    const links = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0)
      throw error
    })
    let count = Math.floor(links.length / linkBytes)
    while (count > 0 && !isWhole(links, count - 1)) count--
    return new Chain(path, links.subarray(0, count * linkBytes))
  }

  /** Returns a running hash without a file. */
  static withoutFile(): Chain {
    return new Chain(undefined, Buffer.alloc(0))
  }

  /** Removes the links beside a ledger of which only this many bytes are left. */
  static async cut(ledgerFile: string, bytes: number): Promise<void> {
    const path = `${ledgerFile}.chain`
    const length = Math.floor(bytes / blockBytes) * linkBytes
    const links = await stat(path).catch(() => undefined)
    if (links !== undefined && links.size > length) await truncate(path, length)
  }

  /** Number of bytes that have been added. */
  get size(): number {
    return this.#size
  }

  /** Number of bytes that the links on disk cover. */
  get storedBytes(): number {
    return this.#stored.length === 0 ? 0 : endOf(this.#stored, this.#stored.length / linkBytes - 1)
  }

  /** The hash of everything that has been added: that of the last link, which may end within a block. */
  get hash(): Buffer {
    const hashed = this.#filled === 0 ? this.#block.subarray(0, hashBytes) : hashOf(this.#link(), 0)
    return Buffer.from(hashed)
  }

  /** Returns what `hash` would be after more bytes, without adding them. */
  hashAfter(bytes: Uint8Array): Buffer {
    const copy = this.copy()
    copy.#add(bytes)
    return copy.hash
  }

  /** Returns a running hash of the same bytes, without a file. */
  copy(): Chain {
    const copy = Chain.withoutFile()
    this.#block.copy(copy.#block)
    copy.#filled = this.#filled
    copy.#size = this.#size
    return copy
  }

  /** The hash of the whole blocks that have been added. */
  get wholeBlocksHash(): string {
    return this.#block.toString('hex', 0, hashBytes)
  }

  /**
   * Skips the whole blocks among the first `bytes` bytes without reading them. Returns false, and stays at the start, if the links
   * on disk do not have this hash there.
   */
  skipWholeBlocks(bytes: number, expectedHash: string): boolean {
    const blocks = Math.floor(bytes / blockBytes)
    if (blocks === 0) return expectedHash === this.wholeBlocksHash
    const link = this.#stored.subarray((blocks - 1) * linkBytes, blocks * linkBytes)
    if (link.length < linkBytes || !isWhole(link, 0) || endOf(link, 0) !== blocks * blockBytes) return false
    if (hashOf(link, 0).toString('hex') !== expectedHash) return false
    hashOf(link, 0).copy(this.#block)
    this.#size = blocks * blockBytes
    return true
  }

  /**
   * Adds the next bytes of the ledger.
   *
   * @throws ChangedBytes if they contradict the links on disk
   */
  add(bytes: Uint8Array): void {
    // The last link on disk may end within a block.
    const compared = this.storedBytes - this.#size
    if (compared > 0 && compared < bytes.length) {
      this.#add(bytes.subarray(0, compared))
      this.#add(bytes.subarray(compared))
    } else this.#add(bytes)
  }

  /**
   * Ends the comparison with the links on disk, when the whole ledger has been added.
   *
   * @throws MissingBytes if the links cover more than the ledger has
   */
  endComparison(): void {
    if (this.#size < this.storedBytes) throw new MissingBytes(this.#size, this.storedBytes)
    this.#stored = Buffer.alloc(0)
  }

  /** Writes the new links soon, together with those of the next batches. */
  saveSoon(onFailure: (error: unknown) => void): void {
    this.#timer ??= setTimeout(() => this.save().catch(onFailure), saveAfterMs).unref()
  }

  /** Writes the new links. Before that, `flush` writes the bytes that they cover, if the ledger may not have them yet. */
  save(flush?: () => Promise<void>): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const saved = this.#saving.then(() => this.#save(flush))
    this.#saving = saved.catch(() => undefined)
    return saved
  }

  async #save(flush?: () => Promise<void>): Promise<void> {
    if (this.#path === undefined) return
    const whole = this.#unsaved.length
    const links = this.#filled === 0 ? this.#unsaved : [...this.#unsaved, this.#link()]
    const [first] = links
    if (first === undefined) return
    const bytes = Buffer.concat(links)
    await flush?.()
    const file = await open(this.#path, constants.O_RDWR | constants.O_CREAT, privateMode)
    try {
      let position = (Math.ceil(endOf(first, 0) / blockBytes) - 1) * linkBytes
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position)
        at += bytesWritten
        position += bytesWritten
      }
    } finally {
      await file.close()
    }
    this.#unsaved = this.#unsaved.slice(whole)
  }

  #add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const length = Math.min(bytes.length - at, blockBytes - this.#filled)
      this.#block.set(bytes.subarray(at, at + length), hashBytes + this.#filled)
      at += length
      this.#filled += length
      this.#size += length
      if (this.#size === this.storedBytes || this.#filled === blockBytes) this.#endLink()
    }
  }

  #endLink(): void {
    const link = this.#link()
    if (this.#size <= this.storedBytes) this.#compare(link)
    else if (this.#path !== undefined) this.#unsaved.push(link)
    if (this.#filled < blockBytes) return
    hashOf(link, 0).copy(this.#block)
    this.#filled = 0
  }

  /** Returns the link of the bytes so far. */
  #link(): Buffer {
    const link = Buffer.alloc(linkBytes)
    link.writeBigUInt64LE(BigInt(this.#size))
    hash('sha256', this.#block.subarray(0, hashBytes + this.#filled), 'buffer').copy(link, 8)
    link.writeUInt32LE(crc32(link.subarray(0, checkedBytes)), checkedBytes)
    return link
  }

  #compare(link: Buffer): void {
    const index = Math.ceil(this.#size / blockBytes) - 1
    const stored = this.#stored.subarray(index * linkBytes, (index + 1) * linkBytes)
    // A power failure can leave an older link, of a part of the block, before newer ones. Those cover the block too.
    if (isWhole(stored, 0) && endOf(stored, 0) === this.#size && !stored.equals(link)) {
      throw new ChangedBytes(index * blockBytes, this.#size)
    }
  }
}
