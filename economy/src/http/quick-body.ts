import { ByteReader, literal } from '../ledger/byte-reader.ts'
import { bytesOf, type Span } from '../ledger/bytes.ts'

const quote = 0x22
const comma = 0x2c
const letterA = 0x41
const letterF = 0x46
const letterL = 0x4c
const letterN = 0x4e
const letterT = 0x54
const openingBrace = 0x7b
const closingBrace = 0x7d
const newline = 0x0a

/** Longer bodies are rare. */
const bytesMax = 1024

const millionthsPerUnit = 1_000_000

const fromName = literal('"From":"')
const toName = literal('"To":"')
const amountName = literal('"Amount":')
const noteName = literal('"Note":"')
const linkName = literal('"Link":"')
const feeName = literal('"Fee":')

/** The fields of a body, where they are present. */
interface PlainBody {
  From: string | undefined
  To: string | undefined
  Amount: number | undefined
  Note: string | undefined
  Link: string | undefined
  Fee: number | undefined
}

const room = bytesOf(Buffer.alloc(bytesMax + 1))
const reader = new ByteReader()
const span: Span = { start: 0, end: 0, hash: 0 }

/**
 * Reads the bodies that are most of the work, straight from their bytes: a flat object as `JSON.stringify` writes it, of
 * printable ASCII without escapes, and of amounts up to 15 digits. `parseExact` takes three times as long.
 *
 * What it reads, `parseExact` reads to the same values (a test holds them side by side); of everything else, right or
 * wrong, it says undefined.
 */
export function readQuickBody(body: Buffer): PlainBody | undefined {
  if (body.length > bytesMax) return undefined
  // A view of each body of its own would cost as much as the half of the reading.
  room.array.set(body)
  room.array[body.length] = newline
  reader.begin(room, 0)
  if (!reader.skipByte(openingBrace)) return undefined
  const fields = readFields(body.toString('latin1'))
  return fields !== undefined && reader.skipByte(closingBrace) && reader.at === body.length
    ? fields
    : undefined
}

/** The last of several fields of a name counts, as in JSON. */
function readFields(text: string): PlainBody | undefined {
  const fields: PlainBody = {
    From: undefined,
    To: undefined,
    Amount: undefined,
    Note: undefined,
    Link: undefined,
    Fee: undefined,
  }
  do {
    if (!readField(fields, text)) return undefined
  } while (reader.skipByte(comma))
  return fields
}

/** Which field it is shows in the first letter of its name: comparing with one name after the other takes longer. */
function readField(fields: PlainBody, text: string): boolean {
  switch (reader.byteAfterNext) {
    case letterA:
      return reader.skip(amountName) && readAmount(fields)
    case letterF:
      return reader.skip(fromName) ? readText(fields, 'From', text) : reader.skip(feeName) && readFee(fields)
    case letterL:
      return reader.skip(linkName) && readText(fields, 'Link', text)
    case letterN:
      return reader.skip(noteName) && readText(fields, 'Note', text)
    case letterT:
      return reader.skip(toName) && readText(fields, 'To', text)
    default:
      return false
  }
}

function readText(fields: PlainBody, name: 'From' | 'To' | 'Note' | 'Link', text: string): boolean {
  if (!reader.readText(span) || !reader.skipByte(quote)) return false
  fields[name] = text.slice(span.start, span.end)
  return true
}

function readAmount(fields: PlainBody): boolean {
  const start = reader.at
  if (!reader.skipInteger()) return false
  fields.Amount = reader.valueAt(start)
  return true
}

function readFee(fields: PlainBody): boolean {
  const millionths = reader.readFeeMillionths()
  // Division is correctly rounded, so it gives exactly the double that the decimals are read as.
  fields.Fee = millionths / millionthsPerUnit
  return millionths !== -1
}
