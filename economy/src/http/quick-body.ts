import { ByteReader, literal } from '../ledger/byte-reader.ts'
import { bytesOf, type Span } from '../ledger/bytes.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const LETTER_A = 0x41
const LETTER_F = 0x46
const LETTER_L = 0x4c
const LETTER_N = 0x4e
const LETTER_T = 0x54
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d
const NEWLINE = 0x0a

/** Longer bodies are rare. */
const BYTES_MAX = 1024

const MILLIONTHS = 1_000_000

const FROM = literal('"From":"')
const TO = literal('"To":"')
const AMOUNT = literal('"Amount":')
const NOTE = literal('"Note":"')
const LINK = literal('"Link":"')
const FEE = literal('"Fee":')

/** The fields of a body, where they are present. */
interface PlainBody {
  From: string | undefined
  To: string | undefined
  Amount: number | undefined
  Note: string | undefined
  Link: string | undefined
  Fee: number | undefined
}

const room = bytesOf(Buffer.alloc(BYTES_MAX + 1))
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
  if (body.length > BYTES_MAX) return undefined
  // A view of each body of its own would cost as much as the half of the reading.
  room.array.set(body)
  room.array[body.length] = NEWLINE
  reader.begin(room, 0)
  if (!reader.skipByte(OPENING_BRACE)) return undefined
  const fields = readFields(body.toString('latin1'))
  return fields !== undefined && reader.skipByte(CLOSING_BRACE) && reader.at === body.length
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
  } while (reader.skipByte(COMMA))
  return fields
}

/** Which field it is shows in the first letter of its name: comparing with one name after the other takes longer. */
function readField(fields: PlainBody, text: string): boolean {
  switch (reader.byteAfterNext) {
    case LETTER_A:
      return reader.skip(AMOUNT) && readAmount(fields)
    case LETTER_F:
      return reader.skip(FROM) ? readText(fields, 'From', text) : reader.skip(FEE) && readFee(fields)
    case LETTER_L:
      return reader.skip(LINK) && readText(fields, 'Link', text)
    case LETTER_N:
      return reader.skip(NOTE) && readText(fields, 'Note', text)
    case LETTER_T:
      return reader.skip(TO) && readText(fields, 'To', text)
    default:
      return false
  }
}

function readText(fields: PlainBody, name: 'From' | 'To' | 'Note' | 'Link', text: string): boolean {
  if (!reader.readText(span) || !reader.skipByte(QUOTE)) return false
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
  fields.Fee = millionths / MILLIONTHS
  return millionths !== -1
}
