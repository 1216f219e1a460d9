import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { BodyBudget, bodiesBusy, smallBodiesMax } from '@baseplate/service/body-budget'
import { type EventType, Malformed, type Proposal, readProposal } from '../ledger/event.ts'
import { parseExact } from '../ledger/values/json.ts'

const bodyBytesMax = 64 * 1024

/** A body of more than 64 KiB. */
export class TooLarge extends Error {}

/** Too many bodies are arriving. */
export class Busy extends Error {}

/** Clients that send their bodies slowly, or not to their end, share this. */
const arriving = new BodyBudget(smallBodiesMax)

/**
 * Reads the body of a request. Calls `take` when it is complete, or `fail` as soon as it is too large or has no room. Calls neither if the
 * client disconnects first. Uses callbacks, because promises took a tenth of a request's time.
 */
export function readBody(
  request: IncomingMessage,
  take: (body: Buffer) => void,
  fail: (error: TooLarge | Busy) => void,
): void {
  const chunks: Buffer[] = []
  let bytes = 0
  const release = () => {
    arriving.release(bytes)
    bytes = 0
  }
  const refuse = (error: TooLarge | Busy) => {
    // The rest is discarded, so that the client can read the response.
    request.off('data', add).off('end', end).resume()
    chunks.length = 0
    release()
    fail(error)
  }
  const add = (chunk: Buffer) => {
    if (bytes + chunk.length > bodyBytesMax) return refuse(tooLarge())
    if (!arriving.take(chunk.length)) return refuse(new Busy(bodiesBusy))
    bytes += chunk.length
    chunks.push(chunk)
  }
  const end = () => {
    release()
    const [first] = chunks
    take(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks))
  }
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) refuse(tooLarge())
  else request.on('data', add).on('end', end).on('close', release)
}

const tooLarge = () => new TooLarge('body is larger than 64 KiB')

/**
 * Parses a body as a proposal.
 *
 * @throws Malformed
 */
export function parseProposal(type: EventType, body: Buffer): Proposal {
  if (!isUtf8(body)) throw new Malformed('body must be UTF-8')
  return readProposal(type, parseJson(body.toString()))
}

function parseJson(text: string): unknown {
  try {
    return parseExact(text)
  } catch (error) {
    throw new Malformed(`body must be JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}
