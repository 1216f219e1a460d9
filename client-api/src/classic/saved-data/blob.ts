import { Refused } from '@baseplate/platform/foundation/errors'
import { parseJson } from '@baseplate/platform/foundation/json'
import { type Caller, type EntryName, waitForHold } from '@baseplate/platform/game-data/door'
import type { Platform } from '@baseplate/platform/platform'
import { afterResponse } from '../../game-data/replies.ts'
import type { ClassicContext } from '../call.ts'
import { isRefusal } from './caller.ts'

/** Seconds for which a server that loads waits for the server before to save. */
const waitSeconds = 10

/** Returns the most bytes whose text in base64, with its quotes, fits into a value. */
export const maxBlobBytes = (valueBytes: number): number => Math.floor((valueBytes - 2) / 4) * 3

export const valueOfBlob = (bytes: Buffer): string => JSON.stringify(bytes.toString('base64'))

/** Returns the bytes of a value. @throws Refused `conflict`: a script or a program has stored something else */
export function blobOf(value: string): Buffer<ArrayBuffer> {
  const text = parseJson(value)
  const bytes = Buffer.from(typeof text === 'string' ? text : '', 'base64')
  if (bytes.toString('base64') !== text) throw new Refused('data.not_bytes')
  return bytes
}

/**
 * Waits for a moment while another server may still save the data of a player: servers load them once. A server that may not have the
 * data reads them as well, and cannot save them.
 */
export async function waitForSaving(
  platform: Platform,
  { worldId, server }: Caller,
  { store, key }: EntryName,
  c: ClassicContext,
): Promise<void> {
  const gone = new AbortController()
  afterResponse(c.env.outgoing, () => gone.abort())
  const waiting = { waitSeconds, signal: gone.signal }
  await waitForHold(platform, { worldId, store, number: Number(key) }, { server }, waiting).catch((error) => {
    if (!isRefusal(error, 'data.player_elsewhere')) throw error
  })
}
