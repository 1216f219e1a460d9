import { expect, test } from 'vitest'
import { contradictions, type LoggedEvent, type Operation } from './history.ts'

const log: LoggedEvent[] = [
  { Key: '1', To: 'a', Amount: 10n },
  { Key: '2', From: 'a', To: 'b', Amount: 4n },
  { Key: '3', From: 'a', To: 'b', Amount: 5n },
]

const accepted = (key: string, began: number, ended: number): Operation => ({
  key,
  user: 'a',
  began,
  ended,
  answer: 'accepted',
})
const read = (user: string, balance: bigint, began: number, ended: number): Operation => ({
  user,
  began,
  ended,
  answer: { balance },
})
const sound = [accepted('1', 0, 1), accepted('2', 2, 5), accepted('3', 3, 6)]

test('finds nothing where the order of the log explains every answer', () => {
  const refused: Operation = {
    key: 'late',
    user: 'a',
    began: 7,
    ended: 8,
    answer: {
      refused: 'insufficient balance: balance was 0.000001 unit, at least 0.000002 unit is required',
    },
  }
  const reads = [
    read('a', 10n, 2, 3),
    read('a', 6n, 4, 4.5),
    read('b', 9n, 4, 5.5),
    read('b', 0n, 4, 4.5),
    read('c', 0n, 0, 9),
  ]
  expect(
    contradictions(log, [...sound, refused, ...reads, { ...accepted('lost', 1, 9), answer: 'unknown' }]),
  ).toEqual([])
})

test.each<[string, readonly LoggedEvent[], readonly Operation[]]>([
  ['lost', log.slice(0, 2), sound],
  ['twice', [...log, { Key: '1', To: 'a', Amount: 10n }], sound],
  ['refused', log, [...sound.slice(0, 2), { ...accepted('3', 3, 6), answer: { refused: 'no' } }]],
  [
    'out of order',
    [log[0], log[2], log[1]].filter((event) => event !== undefined),
    [...sound.slice(0, 2), accepted('3', 5.5, 6)],
  ],
  ['an old balance', log, [...sound, read('a', 10n, 7, 8)]],
  ['a balance of the future', log, [...sound, read('a', 1n, 1, 2.5)]],
  ['a balance that never was', log, [...sound, read('b', 5n, 0, 9)]],
  ['a negative balance', [...log, { From: 'a', Amount: 2n }], sound],
])('finds %s', (_name, events, operations) => {
  expect(contradictions(events, operations)).not.toEqual([])
})
