import { parsePlayerNumber } from '@baseplate/platform/accounts/numbers/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { ChatReport } from '@baseplate/platform/moderation/door'
import { NotAModel, type Reader, readDocument } from '@baseplate/renderer/models/document'

/** Attributes by their names in lower case. */
interface Attributes {
  userid?: string
  placeid?: string
}

/** Elements are nested like this: `<report><comment/><messages><message/></messages></report>`. */
const maxDepth = 3

/** Lines of chat in one report. */
const maxMessages = 500

/** A comment that names a player begins with the number: `AbuserID:12;Reason;Text`. */
const namedPlayer = /^\s*AbuserID:(?<number>\d{1,10});(?<rest>[\s\S]*)$/i

/**
 * Reads the XML in which clients report players. A document type, with which XML declares entities, is refused.
 *
 * @throws Refused `invalid`: the bytes are not such a report.
 */
export async function chatReportOf(bytes: Uint8Array): Promise<ChatReport> {
  const path: string[] = []
  const lines: { number: number | undefined; text: string }[] = []
  let comment = ''
  let root: Attributes = {}
  const reader: Reader = {
    opened(name, attributes) {
      path.push(name.toLowerCase())
      if (path.length > maxDepth || path[0] !== 'report') throw broken()
      const named: Attributes = Object.fromEntries(
        Object.entries(attributes).map(([attribute, value]) => [attribute.toLowerCase(), value]),
      )
      if (path.length === 1) root = named
      if (path.join('/') !== messagePath) return
      if (lines.length === maxMessages) throw broken()
      lines.push({ number: parsePlayerNumber(named.userid), text: '' })
    },
    closed() {
      path.pop()
    },
    text(text) {
      const at = path.join('/')
      const line = lines.at(-1)
      if (at === 'report/comment') comment += text
      else if (at === messagePath && line) line.text += text
    },
  }
  await readDocument(bytes, reader).catch((error: unknown) => {
    throw error instanceof NotAModel ? broken() : error
  })
  const { number, rest } = namedPlayer.exec(comment)?.groups ?? {}
  return {
    reporter: parsePlayerNumber(root.userid),
    placeId: parsePlayerNumber(root.placeid),
    comment: rest ?? comment,
    named: parsePlayerNumber(number),
    lines,
  }
}

const messagePath = 'report/messages/message'

const broken = () => new Refused('input.request_invalid')
