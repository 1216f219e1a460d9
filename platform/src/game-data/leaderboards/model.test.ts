import { day, hour } from '@baseplate/service/clock'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dataOf, ofPlayer, startDataGame } from '../../testing/data-game.ts'
import { databases } from '../../testing/platforms.ts'
import { chooseKind } from '../entries/choose-kind.ts'
import type { Change } from '../entries/rules.ts'
import type { Keeping, Period } from '../tables.ts'
import { keepings, periodAt, periods } from './rules.ts'

/** A change of a player's entry, or a step of the clock. */
type Move = Change | { op: 'step'; by: number }

const score = fc.integer({ min: -20, max: 20 })
const move: fc.Arbitrary<Move> = fc.oneof(
  score.map((value): Move => ({ op: 'put', json: String(value) })),
  score.map((by): Move => ({ op: 'increment', by })),
  score.map((value): Move => ({ op: 'put', json: String(value), keeps: true })),
  fc.constant<Move>({ op: 'delete' }),
  // Across the end of a period, and back.
  fc.constantFrom(-32, -8, -1, 1, 8, 32).map((days): Move => ({ op: 'step', by: days * day + hour })),
)

/** Scores of a player by the beginning of their period, as makers expect them. */
class Expected {
  readonly scores = new Map<number, number>()
  value: number | undefined
  readonly keep: Keeping
  readonly period: Period

  constructor(keep: Keeping, period: Period) {
    this.keep = keep
    this.period = period
  }

  apply(change: Change, now: number): void {
    if (change.op === 'delete') {
      this.scores.clear()
      this.value = undefined
      return
    }
    const began = periodAt(this.period, now)
    const score = this.after(change, this.scores.get(began))
    this.scores.set(began, score)
    this.value = score
  }

  private after(change: Exclude<Change, { op: 'delete' }>, present: number | undefined): number {
    if (change.op === 'put' && change.keeps) return Number(change.json)
    const sum = (present ?? 0) + (change.op === 'put' ? Number(change.json) : change.by)
    const next = change.op === 'put' && this.keep !== 'sum' ? Number(change.json) : sum
    return this.keep === 'best' ? Math.max(present ?? next, next) : next
  }
}

describe.each(databases)('leaderboards on %s', (kind) => {
  test('keep what a model keeps, whatever is written and however the clock steps', async () => {
    const { platform, place } = await startDataGame(kind)
    const caller = { worldId: place.id, server: null, name: 'program' }
    const program = dataOf(platform, caller)
    const boards = keepings.flatMap((keep) => periods.map((period) => ({ keep, period })))
    const storeOf = ({ keep, period }: (typeof boards)[number]) => `${keep} ${period}`
    for (const board of boards) {
      const choice = { kind: 'ordered', public: true, title: 'Coins', ...board }
      await chooseKind(platform, caller, storeOf(board), Buffer.from(JSON.stringify(choice)))
    }
    let number = 1_000
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...boards),
        fc.array(move, { minLength: 1, maxLength: 12 }),
        async (board, moves) => {
          number++
          const expected = new Expected(board.keep, board.period)
          const name = ofPlayer(number, storeOf(board))
          for (const each of moves) {
            if (each.op === 'step') platform.setClock(each.by)
            else if (each.op !== 'delete' || expected.value !== undefined) {
              expected.apply(each, platform.now())
              await program.write(name, each)
            }
          }
          const stored = await platform.db
            .selectFrom('data_scores')
            .select(['began', 'score'])
            .where('store', '=', name.store)
            .where('number', '=', number)
            .execute()
          expect(new Map(stored.map(({ began, score }) => [began, score]))).toEqual(expected.scores)
          const read = await program.read(name).catch(() => undefined)
          expect(read && Number(read.value)).toBe(expected.value)
        },
      ),
      { numRuns: 60 },
    )
  })
})
