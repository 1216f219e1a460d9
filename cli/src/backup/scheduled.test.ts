import { expect, test } from 'vitest'
import { nameAt, oldestFirst } from './scheduled.ts'

test('counts archives of the future as the oldest, so that they push out no others', () => {
  const now = new Date('2026-11-28T12:00:00Z')
  const at = (time: string) => nameAt(new Date(time))
  const [ofFuture, old, fresh] = [
    at('2027-11-28T12:00:00Z'),
    at('2026-11-27T12:00:00Z'),
    at('2026-11-28T11:00:00Z'),
  ]
  expect(oldestFirst([fresh, ofFuture, old], now)).toEqual([ofFuture, old, fresh])
})
