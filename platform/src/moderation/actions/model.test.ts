import { day } from '@baseplate/service/clock'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../../../../tools/cases.ts'
import type { Actor } from '../../accounts/rules.ts'
import { createSession, useSession } from '../../sign-in/sessions/sessions.ts'
import { ordersOf } from '../../testing/orders.ts'
import { device, registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { type Move, type Name, names, StandingModel } from '../../testing/standing-model.ts'
import { byName, MoveCommand, PassCommand, Real } from '../../testing/standing-system.ts'
import { setLevel } from '../accounts/set-level.ts'
import { moderate } from './moderate.ts'
import { viewAccount } from './view.ts'

const someName = fc.constantFrom(...names)
const anyTwo = { actor: someName, user: someName }
/** Staff act more often, because most other moves would be refused. */
const superior = { actor: fc.constantFrom(...names.slice(0, 3)), user: someName }
const moderating = fc.record({
  verb: fc.constant('moderate'),
  ...superior,
  type: fc.constantFrom('Warning', 'Ban', 'Termination'),
  days: fc.integer({ min: 1, max: 3 }),
})
const someMove: fc.Arbitrary<Move> = fc.oneof(
  { arbitrary: moderating, weight: 3 },
  fc.record({ verb: fc.constant('unmoderate'), ...superior }),
  fc.record({ verb: fc.constantFrom('acknowledge', 'join'), ...anyTwo }),
  fc.record({ verb: fc.constant('level'), ...superior, to: fc.constantFrom(1, 4, 5) }),
)

const longEnough = 240_000

describe.each(databases)('standing and levels on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const tokens = {} as Record<Name, string>
    for (const name of names) {
      const { id } = await registerPerson(platform, name)
      tokens[name] = await createSession(platform.db, id, device, platform.now())
    }
    const root = await useSession(platform, tokens.Root)
    if (!root) throw new Error('Root is not signed in')
    const place = await createPublishedPlace(platform, root.actor, { name: 'Somewhere', description: '' })
    // The clock runs for years in these tests, but no session may expire.
    await platform.db.updateTable('sessions').set({ expires: Number.MAX_SAFE_INTEGER }).execute()
    return new Real(platform, tokens, place.id)
  }

  test(
    'moves one after the other have the effects that the model predicts',
    async () => {
      const real = await start()
      const commands = fc.commands(
        [
          someMove.map((move) => new MoveCommand(move)),
          fc.constantFrom(1, day - 1, day, 3 * day).map((ms) => new PassCommand(ms)),
        ],
        { maxCommands: 20 },
      )
      await fc.assert(
        fc.asyncProperty(commands, async (some) => {
          await real.forget()
          await fc.asyncModelRun(() => ({ model: new StandingModel(), real }), some)
        }),
        { numRuns: cases(8, 50) },
      )
    },
    longEnough,
  )

  test(
    'moves at the same moment have the effects of some order of them',
    async () => {
      const real = await start()
      const before = fc.array(someMove, { maxLength: 5 })
      const together = fc.array(someMove, { minLength: 2, maxLength: 4 })
      await fc.assert(
        fc.asyncProperty(before, together, async (earlier, moves) => {
          await real.forget()
          const model = new StandingModel()
          for (const move of earlier) {
            const expected = model.move(move, model.session(move.actor))
            expect(await real.move(move, await real.session(move.actor))).toBe(expected)
          }
          const sessions = byName((name) => model.session(name))
          const actors = await Promise.all(moves.map(({ actor }) => real.session(actor)))
          const outcomes = await Promise.all(
            moves.map((move, index) => real.move(move, actors[index] as Actor)),
          )
          const happened = { outcomes, ...(await real.see()) }

          const possible = [...ordersOf([...moves.entries()])].map((order) => {
            const copy = model.copy()
            const answers: string[] = []
            for (const [index, move] of order) answers[index] = copy.move(move, sessions[move.actor])
            return { outcomes: answers, ...copy.see() }
          })
          expect(possible).toContainEqual(happened)
        }),
        { numRuns: cases(8, 50) },
      )
    },
    longEnough,
  )

  test('two actions at once both enter the history and the log, and one is in force', async () => {
    const real = await start()
    const { platform } = real
    for (let round = 0; round < cases(4, 20); round++) {
      await real.forget()
      await platform.db.deleteFrom('audit_log').execute()
      const [mona, max] = await Promise.all([real.session('Mona'), real.session('Max')])
      const ban = { username: 'Ann', type: 'Ban', days: '1' }
      await Promise.all([
        moderate(platform, mona, { ...ban, reason: 'by Mona' }),
        moderate(platform, max, { ...ban, reason: 'by Max' }),
      ])
      const { history, standing } = await viewAccount(platform, mona, { username: 'ann' })
      const [last, first] = history
      expect(history.map(({ moderator }) => moderator).sort()).toEqual(['Max', 'Mona'])
      expect(standing).toEqual(last)
      expect(first).toMatchObject({ ending: 'Replaced', endedBy: last?.moderator })
      const log = await platform.db.selectFrom('audit_log').select(['before', 'after']).execute()
      const [began, replaced] = log.sort((one) => (one.before === null ? -1 : 1))
      expect(log).toHaveLength(2)
      expect(replaced?.before).toBe(began?.after)
    }
  })

  test('administrators who demote each other at the same moment leave one administrator', async () => {
    const real = await start()
    const { platform } = real
    for (let round = 0; round < cases(4, 20); round++) {
      await real.forget()
      await setLevel(platform, await real.session('Root'), { username: 'Mona', permissionLevel: '5' })
      const [root, mona] = await Promise.all([real.session('Root'), real.session('Mona')])
      const outcomes = await Promise.allSettled([
        setLevel(platform, root, { username: 'Mona', permissionLevel: '1' }),
        setLevel(platform, mona, { username: 'Root', permissionLevel: '1' }),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const { levels } = await real.see()
      expect(Object.values(levels).filter((level) => level === 5)).toHaveLength(1)
    }
  })
})
