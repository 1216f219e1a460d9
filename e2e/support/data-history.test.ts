import { expect, test } from 'vitest'
import { type DataOperation, dataContradictions } from './data-history.ts'

const at = (began: number, change: DataOperation['change'], version: number, value: string | null = null) =>
  ({
    key: 'k',
    began,
    ended: began + 1,
    change,
    answer: { kind: 'value', version, value },
  }) satisfies DataOperation
const put = (value: string, more: { ifVersion?: string; ifAbsent?: boolean } = {}) =>
  ({ op: 'put', value, ...more }) as const
const read = { op: 'read' } as const

test('answers in one order are no contradiction', () => {
  const history = [
    at(0, put('1', { ifAbsent: true }), 1),
    at(2, read, 1, '1'),
    at(4, put('2', { ifVersion: '1' }), 2),
    at(6, { op: 'increment', by: 3 }, 3, '5'),
    at(8, { op: 'delete' }, 4),
    at(10, put('7', { ifAbsent: true }), 5),
  ]
  expect(dataContradictions(history)).toEqual([])
})

test.each<[what: string, history: DataOperation[], text: string]>([
  ['a version twice', [at(0, put('1'), 1), at(2, put('2'), 1)], 'made twice'],
  ['a read of another value', [at(0, put('1'), 1), at(2, read, 1, '2')], '2 was read'],
  [
    'a read of an old value',
    [at(0, put('1'), 1), at(2, put('2'), 2), at(4, read, 1, '1')],
    'answered after 2',
  ],
  ['a change before an earlier one', [at(0, put('1'), 2), at(2, put('2'), 1)], 'answered after 2'],
  [
    'a lost update',
    [at(0, put('1'), 1), at(2, put('2'), 2), at(2, put('3', { ifVersion: '1' }), 3)],
    'was to follow 1',
  ],
  [
    'a second first value',
    [at(0, put('1'), 1), at(0, put('2', { ifAbsent: true }), 2)],
    'was to be the first',
  ],
  ['a lost increment', [at(0, put('1'), 1), at(2, { op: 'increment', by: 1 }, 2, '1')], 'instead of 2'],
])('%s is a contradiction', (_, history, text) => {
  expect(dataContradictions(history).join()).toContain(text)
})
