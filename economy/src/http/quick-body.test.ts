import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EventType, readProposal } from '../ledger/event.ts'
import { parseExact } from '../ledger/json.ts'
import { readQuickBody } from './quick-body.ts'

const types: EventType[] = ['Transaction', 'Mint', 'Burn']

/** Whether a body was read quickly; if so, it must say what the slow reader says. */
function isQuick(text: string): boolean {
  const quick = readQuickBody(Buffer.from(text))
  if (quick === undefined) return false
  for (const type of types) {
    expect(readProposal(type, quick)).toEqual(readProposal(type, parseExact(text)))
  }
  return true
}

const plain = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'abz09 :-_/') })
const text = fc.oneof(
  { weight: 9, arbitrary: plain },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)
const quoted = text.map((value) => JSON.stringify(value))
const amount = fc.oneof(
  { weight: 9, arbitrary: fc.bigInt(0n, 10n ** 15n).map(String) },
  { weight: 1, arbitrary: fc.constantFrom('05', '-1', '1.0', '1e3', '18446744073709551615', '""') },
)
const fee = fc.oneof(
  fc.integer({ min: 0, max: 999_999 }).map((millionths) => `${millionths / 1_000_000}`),
  fc.constantFrom('0', '0.100', '0.0000001', '0.', '1', '1e-1', '-0', '0.1000000000000000000001'),
)
const member = fc
  .oneof(
    fc.tuple(fc.constantFrom('From', 'To', 'Note', 'Link'), quoted),
    fc.tuple(fc.constant('Amount'), amount),
    fc.tuple(fc.constant('Fee'), fee),
  )
  .map(([name, value]) => `"${name}":${value}`)
const body = fc.array(member, { minLength: 1, maxLength: 7 }).map((members) => `{${members.join(',')}}`)

test('what it reads of a body is what the slow reader reads, in any order and with fields that come twice', () => {
  let quicks = 0
  fc.assert(
    fc.property(body, (whole) => {
      if (isQuick(whole)) quicks++
    }),
    { numRuns: 4_000 },
  )
  expect(quicks).toBeGreaterThan(400)
})

test('of a body that is damaged in any way, it reads nothing that the slow reader would not', () => {
  const piece = fc.constantFrom(
    '"',
    '\\',
    '{',
    '}',
    ',',
    ':',
    '0',
    '9',
    '.',
    '-',
    'e',
    ' ',
    '\n',
    '\u0000',
    'é',
    '',
  )
  fc.assert(
    fc.property(body, fc.nat(), fc.nat(3), piece, (whole, at, cut, put) => {
      const place = at % whole.length
      isQuick(whole.slice(0, place) + put + whole.slice(place + cut))
    }),
    { numRuns: 6_000 },
  )
})

test('reads the bodies that the site sends, and leaves the others', () => {
  const pay =
    '{"From":"user:a","To":"user:b","Amount":5,"Note":"Bought a hat","Link":"/catalog/1/hat","Fee":0.1}'
  expect(isQuick(pay)).toBe(true)
  expect(isQuick('{"To":"user:a","Amount":999999999999999,"Note":"n"}')).toBe(true)
  for (const other of [
    '',
    '{}',
    '[]',
    `${pay} `,
    `${pay}}`,
    `${pay}\n`,
    pay.slice(0, -1),
    pay.replace(':5', ': 5'),
    pay.replace('}', ',}'),
    pay.replace('}', ',"Returns":{"asset-1":1}}'),
    pay.replace('Note', 'Nota'),
    pay.replace('hat', 'h\\u0061t'),
    `{"Note":"${'x'.repeat(1024)}"}`,
  ]) {
    expect(isQuick(other)).toBe(false)
  }
})
