import { crc32 } from 'node:zlib'

/** Bytes of the ledger between two links: about 24 events. Damage is found to within one block. */
export const blockBytes = 4096

export const hashBytes = 32
export const checkedBytes = 8 + hashBytes

/** The end of the block, the hash, and a checksum of both, because a power failure may leave a half-written link. */
export const linkBytes = checkedBytes + 4

export const endOf = (links: Buffer, index: number) => Number(links.readBigUInt64LE(index * linkBytes))

export const hashOf = (links: Buffer, index: number) =>
  links.subarray(index * linkBytes + 8, index * linkBytes + checkedBytes)

/** Whether a link has been written completely. */
export function isWhole(links: Buffer, index: number): boolean {
  const at = index * linkBytes
  return crc32(links.subarray(at, at + checkedBytes)) === links.readUInt32LE(at + checkedBytes)
}
