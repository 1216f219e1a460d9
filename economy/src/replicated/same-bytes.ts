import { type FileHandle, open } from 'node:fs/promises'
import { Chain } from '../ledger/file/chain.ts'
import { addBytes } from './common-part.ts'

/** Returns whether the beginning of a ledger file has a running hash. Reads that part. */
export const beginsWith = (path: string, hashed: Chain): Promise<boolean> =>
  reading(path, async (file) => isSame(file, Chain.withoutFile(), hashed))

/**
 * Returns whether a ledger file that no process writes has a running hash, up to its last whole line. Compares with the hash beside the
 * file, which takes no time, or reads the file where the hash is incomplete.
 */
export const agreesWithFile = (path: string, hashed: Chain): Promise<boolean> =>
  reading(path, async (file) => {
    const beside = await Chain.beside(path)
    beside.skipWholeBlocks(hashed.size, hashed.wholeBlocksHash)
    return isSame(file, beside.copy(), hashed)
  })

async function isSame(file: FileHandle, read: Chain, hashed: Chain): Promise<boolean> {
  await addBytes(read, file, hashed.size)
  return read.size === hashed.size && read.hash.equals(hashed.hash)
}

async function reading(path: string, read: (file: FileHandle) => Promise<boolean>): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    return await read(file)
  } finally {
    await file.close()
  }
}
