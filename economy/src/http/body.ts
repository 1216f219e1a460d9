import { isUtf8 } from 'node:buffer'
import { type EventType, Malformed, type Proposal, readProposal } from '../ledger/event.ts'
import { parseExact } from '../ledger/json.ts'
import { readQuickBody } from './quick-body.ts'

/**
 * Parses a body as a proposal.
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
