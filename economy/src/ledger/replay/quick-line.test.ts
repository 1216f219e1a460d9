import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerEvent } from '../../../contract.ts'
import { Malformed } from '../event.ts'
import { bytesOf } from '../index/bytes.ts'
import { hashText } from '../index/hash.ts'
import { decodeLine, encodeLine } from '../line.ts'
import { partiesFault, stipendNote } from '../rules.ts'
import { feeMillionthsOf } from '../values/amount.ts'
import { QuickLine } from './quick-line.ts'

const quick = new QuickLine()

/** Returns the fields that replay uses from the quick parser, or undefined if it rejects the line. */
function readQuick(line: Buffer) {
  // Adjacent lines catch a parser that reads too far.
  const before = Buffer.from('Mint {"Id":"x"}\n')
  const all = Buffer.concat([before, line, Buffer.from('\n"}\n')])
  if (!quick.read(bytesOf(all), before.length)) return undefined
  const text = ({ start, end, hash }: typeof quick.id) => {
    const found = all.toString('utf8', start, end)
    expect(hash).toBe(hashText(found))
    return found
  }
  expect(quick.end).toBe(before.length + line.length)
  return {
    type: quick.type,
    id: text(quick.id),
    from: quick.type === 'Mint' ? undefined : text(quick.from),
    to: quick.type === 'Burn' ? undefined : text(quick.to),
    amount: BigInt(quick.amount),
    feeMillionths: quick.feeMillionths,
    key: quick.hasKey ? text(quick.key) : undefined,
    stipendAt: quick.type === 'Mint' && quick.isStipend ? quick.time : undefined,
  }
}

/** Returns the same fields from the general parser. */
function readSlow(line: Buffer) {
  const event = decodeLine(line)
  expect(partiesFault(event)).toBeUndefined()
  return {
    type: event.Type,
    id: event.Id,
    from: event.Type === 'Mint' ? undefined : event.From,
    to: event.Type === 'Burn' ? undefined : event.To,
    amount: event.Amount,
    feeMillionths: event.Type === 'Transaction' ? feeMillionthsOf(event.Fee) : 0,
    key: event.Key,
    stipendAt: event.Type === 'Mint' && event.Note === stipendNote ? event.Time : undefined,
  }
}

/** Mostly values that the quick parser supports, so that whole lines often pass, and some that it must reject. */
const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: other })
const plain = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'abz09:-_') })
const name = mostly(
  plain,
  fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'a"\\ é\u00a0') }),
)
const note = mostly(fc.oneof(fc.constant('Stipend'), plain), fc.string({ unit: 'binary', maxLength: 20 }))
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const event: fc.Arbitrary<LedgerEvent> = fc
  .record({
    Type: fc.constantFrom('Transaction' as const, 'Mint' as const, 'Burn' as const),
    Id: mostly(plain, name),
    Time: fc.oneof(fc.nat(), fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 })),
    From: name,
    To: name,
    Amount: mostly(fc.bigInt(0n, 10n ** 15n - 1n), fc.bigInt(10n ** 14n, 2n ** 64n - 1n)),
    Note: note,
    Link: optional(fc.webPath()),
    Fee: optional(fc.integer({ min: 0, max: 999_999 }).map((millionths) => millionths / 1_000_000)),
    Key: optional(mostly(plain, fc.string({ minLength: 1, maxLength: 64 }))),
  })
  .map(({ Type, Id, Time, From, To, Amount, Note, Link, Fee, Key }) => {
    const recorded = { Id, Time, Amount, Note, ...(Key !== undefined && { Key }) }
    const link = Link ? { Link } : {}
    if (Type === 'Mint') return { Type, To, ...recorded }
    if (Type === 'Burn') return { Type, From, ...recorded, ...link }
    return { Type, From, To, ...recorded, ...link, ...(Fee !== undefined && { Fee }) }
  })

test('agrees with the general parser on lines of this service', () => {
  let quicks = 0
  fc.assert(
    fc.property(event, (recorded) => {
      const line = Buffer.from(encodeLine(recorded).trimEnd())
      const found = readQuick(line)
      if (found === undefined) return
      quicks++
      expect(found).toEqual(readSlow(line))
    }),
    { numRuns: 4_000 },
  )
  expect(quicks).toBeGreaterThan(400)
})

test('agrees with the general parser on damaged lines, or rejects them', () => {
  const pieces = [
    '"',
    '\\',
    '{',
    '}',
    ',',
    '0',
    '9',
    '.',
    '-',
    'e',
    ' ',
    '\u0000',
    '\u001f',
    '\u007f',
    'é',
    '',
  ]
  fc.assert(
    fc.property(event, fc.nat(), fc.nat(3), fc.constantFrom(...pieces), (recorded, at, cut, piece) => {
      const whole = encodeLine(recorded).trimEnd()
      const start = at % whole.length
      const line = Buffer.from(whole.slice(0, start) + piece + whole.slice(start + cut))
      const found = readQuick(line)
      if (found !== undefined) expect(found).toEqual(readSlow(line))
    }),
    { numRuns: 6_000 },
  )
})

test('reads the common lines, and rejects the others', () => {
  const line = (text: string) => readQuick(Buffer.from(text))
  const pay = (more: string) =>
    `Transaction {"Id":"i","Time":1,"From":"a","To":"b","Amount":5,"Note":"n"${more}}`
  expect(line(pay(',"Link":"/x","Fee":0.000001,"Key":"a b"'))).toMatchObject({ feeMillionths: 1, key: 'a b' })
  expect(line(pay(',"Fee":0'))).toMatchObject({ feeMillionths: 0 })
  for (const more of [
    ',"Fee":1',
    ',"Fee":0.',
    ',"Fee":0.1234567',
    ',"Fee":1e-1',
    ',"Key":""',
    ',"Returns":{"asset-1":1}',
    ',"Link":"\\n"',
    ' ',
    ',"Fee":0,"Fee":0.5',
    ',"Amount":6',
  ]) {
    expect(line(pay(more))).toBeUndefined()
  }
  expect(line('Mint {"Id":"i","Time":1,"To":"a","Amount":05,"Note":"n"}')).toBeUndefined()
  expect(line(`Mint {"Id":"i","Time":1,"To":"${'a'.repeat(129)}","Amount":5,"Note":"n"}`)).toBeUndefined()
  expect(() => decodeLine(Buffer.from('Mint {"Id":"i","Time":1,"To":"a","Amount":05,"Note":"n"}'))).toThrow(
    Malformed,
  )
})
