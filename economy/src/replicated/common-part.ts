import type { FileHandle } from 'node:fs/promises'
import { Chain } from '../ledger/file/chain.ts'
import type { LogStore } from './store.ts'

const chunkBytes = 1 << 20

/** The end of a batch, and the running hash of everything before. */
export interface CommonPart {
  sequence: number
  chain: Chain
}

/**
 * Returns the longest common prefix of a ledger file and a log. If they differ, bisection finds its end, which reads the file
 * once or twice.
 */
export async function commonPart(
  file: Pick<FileHandle, 'read' | 'stat'>,
  store: Pick<LogStore, 'head' | 'last'>,
  stopping?: AbortSignal,
): Promise<CommonPart> {
  let common: CommonPart = { sequence: 0, chain: Chain.withoutFile() }
  let candidate = (await store.last((await file.stat()).size))?.sequence ?? 0
  for (let highest = candidate; common.sequence < highest; ) {
    const batch = await store.head(candidate)
    if (batch === undefined) throw new Error(`the log has no batch ${candidate}`)
    const chain = common.chain.copy()
    await addBytes(chain, file, batch.endsAt, stopping)
    if (chain.size === batch.endsAt && chain.hash.equals(batch.hash)) common = { sequence: candidate, chain }
    else highest = candidate - 1
    candidate = Math.ceil((common.sequence + highest) / 2)
  }
  return common
}

/** Adds the bytes of a file up to an offset, or to its end. */
export async function addBytes(
  chain: Chain,
  file: Pick<FileHandle, 'read'>,
  end: number,
  stopping?: AbortSignal,
): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(0, end - chain.size)))
  while (chain.size < end) {
    stopping?.throwIfAborted()
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - chain.size), chain.size)
    if (bytesRead === 0) return
    chain.add(buffer.subarray(0, bytesRead))
  }
}
