import { hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { LedgerPart } from '../../../contract.ts'
import { Chain } from '../file/chain.ts'
import { blockBytes, endOf, hashBytes, hashOf, isWhole, linkBytes } from '../file/chain-links.ts'
import type { HistoryFile } from './history.ts'

const newline = 0x0a
const chunkBytes = 1 << 20
const idCharacters = 32

/** Parts that have been compared before. Each site process knows one. */
const maxRemembered = 100

/** How a ledger differs from the one that a caller knows. */
export type Difference = 'empty' | 'older' | 'other'

/**
 * Tells a ledger from another one. Its id is the SHA-256 of its first line, and a part of it ends at a height in bytes with a running
 * hash. Nothing of this is stored, so ledgers of other services have an id, and so have copies and imports, which have the same bytes.
 */
export class LedgerIdentity {
  readonly #ledgerFile: string
  readonly #file: HistoryFile
  readonly #chain: Chain
  #id: string | undefined
  readonly #known = new Set<string>()

  constructor(ledgerFile: string, file: HistoryFile, chain: Chain) {
    this.#ledgerFile = ledgerFile
    this.#file = file
    this.#chain = chain
  }

  /** The whole ledger; undefined while it is empty. */
  get part(): LedgerPart | undefined {
    const { size, hash } = this.#chain
    if (size === 0) return undefined
    this.#id ??= this.#readId()
    const part = { id: this.#id, height: size, hash: hash.toString('hex') }
    this.#remember(textOf(part))
    return part
  }

  /** Whether the ledger is known to begin with a part, because that was compared before. */
  isKnown(part: LedgerPart): boolean {
    return this.#known.has(textOf(part))
  }

  /** Compares the ledger with a part. Returns undefined if it begins with it. */
  async differenceFrom(part: LedgerPart): Promise<Difference | undefined> {
    const own = this.part
    if (own === undefined) return 'empty'
    if (own.id !== part.id) return 'other'
    if (own.height < part.height) return 'older'
    if ((await this.#hashAt(part.height)) !== part.hash) return 'other'
    this.#remember(textOf(part))
    return undefined
  }

  #remember(text: string): void {
    this.#known.delete(text)
    this.#known.add(text)
    if (this.#known.size > maxRemembered) this.#known.delete(this.#known.values().next().value ?? '')
  }

  #readId(): string {
    const pieces: Buffer[] = []
    for (let at = 0; ; ) {
      const buffer = Buffer.alloc(blockBytes)
      const piece = buffer.subarray(0, this.#file.readSync(buffer, 0, buffer.length, at))
      const end = piece.indexOf(newline)
      pieces.push(end === -1 ? piece : piece.subarray(0, end + 1))
      if (end !== -1) return hash('sha256', Buffer.concat(pieces)).slice(0, idCharacters)
      if (piece.length === 0) throw new Error('the first line of the ledger has no end')
      at += piece.length
    }
  }

  /** Returns the running hash at a height, from the nearest link on disk. */
  async #hashAt(height: number): Promise<string> {
    const blocks = Math.floor(height / blockBytes)
    const link = blocks === 0 ? Buffer.alloc(hashBytes) : await linkAt(this.#ledgerFile, blocks)
    if (link === undefined) return this.#hashFromStart(height)
    const rest = Buffer.alloc(height - blocks * blockBytes)
    const { bytesRead } = await this.#file.read(rest, 0, rest.length, blocks * blockBytes)
    if (bytesRead < rest.length) throw new Error('the ledger is shorter than its events')
    return rest.length === 0 ? link.toString('hex') : hash('sha256', Buffer.concat([link, rest]))
  }

  /** The links are written later than the ledger, and after a full disk not at all. */
  async #hashFromStart(height: number): Promise<string> {
    const chain = Chain.withoutFile()
    const buffer = Buffer.alloc(chunkBytes)
    while (chain.size < height) {
      const length = Math.min(buffer.length, height - chain.size)
      const { bytesRead } = await this.#file.read(buffer, 0, length, chain.size)
      if (bytesRead === 0) throw new Error('the ledger is shorter than its events')
      chain.add(buffer.subarray(0, bytesRead))
    }
    return chain.hash.toString('hex')
  }
}

const textOf = ({ id, height, hash }: LedgerPart) => `${id} ${height} ${hash}`

/** Returns the hash of the first blocks of a ledger, or undefined if the file of links does not have it. */
async function linkAt(ledgerFile: string, blocks: number): Promise<Buffer | undefined> {
  const file = await open(`${ledgerFile}.chain`, 'r').catch(() => undefined)
  if (file === undefined) return undefined
  try {
    const link = Buffer.alloc(linkBytes)
    const { bytesRead } = await file.read(link, 0, linkBytes, (blocks - 1) * linkBytes)
    const isOfBlocks = bytesRead === linkBytes && isWhole(link, 0) && endOf(link, 0) === blocks * blockBytes
    return isOfBlocks ? Buffer.from(hashOf(link, 0)) : undefined
  } finally {
    await file.close()
  }
}
