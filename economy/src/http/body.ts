import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { type EventType, Malformed, type Proposal, readProposal } from '../ledger/event.ts'
import { parseExact } from '../ledger/json.ts'
import { readQuickBody } from './quick-body.ts'

/** The contract's decisions, section 8. */
const BODY_BYTES_MAX = 64 * 1024

/** A body of more than 64 KiB. */
export class TooLarge extends Error {}

/**
 * Collects the body of a request, by callbacks: a promise and its turn of the event loop are what a request can spare.
 * A body that is too large fails at once; what still comes is thrown away, so that the client can read the answer. Of a
 * client that goes away in the middle nobody hears.
 */
export function collectBody(
  request: IncomingMessage,
  take: (body: Buffer) => void,
  fail: (error: TooLarge) => void,
): void {
  const chunks: Buffer[] = []
  let bytes = 0
  const refuse = () => {
    request.removeAllListeners('data')
    request.resume()
    fail(new TooLarge('body is larger than 64 KiB'))
  }
  if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES_MAX) {
    refuse()
    return
  }
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) refuse()
    else chunks.push(chunk)
  })
  request.on('end', () => {
    const [first] = chunks
    if (bytes <= BODY_BYTES_MAX)
      take(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks))
  })
}

/**
 * Reads a body as what it proposes.
 *
 * @throws Malformed
 */
export function parseProposal(type: EventType, body: Buffer): Proposal {
  const quick = readQuickBody(body)
  if (quick !== undefined) return readProposal(type, quick)
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
