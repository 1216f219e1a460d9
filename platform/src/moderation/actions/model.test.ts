import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { createSession, useSession } from '../../accounts/sessions/sessions.ts'
import { day } from '../../foundation/clock.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { createPlace } from '../../places/create.ts'
import { joinPlace } from '../../places/sessions/join.ts'
import { ordersOf } from '../../testing/orders.ts'
import { device, registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { type Move, type Name, names, StandingModel } from '../../testing/standing-model.ts'
import { setLevel } from '../accounts/set-level.ts'
import { acknowledge } from './acknowledge.ts'
import { moderate } from './moderate.ts'
import { unmoderate } from './unmoderate.ts'
import { viewAccount } from './view.ts'
import { viewModerated } from './view-moderated.ts'

const each = <Value>(value: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>

/** Five real people, signed in, and a place to play in, on a real database. */
class Real {
  readonly platform: TestPlatform
  readonly #tokens: Record<Name, string>
  readonly #placeId: number
  /** When this run began: the model counts from 0. */
  #start = 0

  constructor(platform: TestPlatform, tokens: Record<Name, string>, placeId: number) {
    this.platform = platform
    this.#tokens = tokens
    this.#placeId = placeId
  }

  async session(name: Name): Promise<Actor> {
    const session = await useSession(this.platform, this.#tokens[name])
    if (!session) throw new Error(`${name} is not signed in`)
    return session.actor
  }

  async move(move: Move, actor: Actor): Promise<string> {
    try {
      await this.#do(move, actor)
      return 'done'
    } catch (error) {
      if (error instanceof Refused || error instanceof InvalidFields) return error.message
      throw error
    }
  }

  async #do(move: Move, actor: Actor): Promise<unknown> {
    const { platform } = this
    const username = move.user
    switch (move.verb) {
      case 'moderate':
        return moderate(platform, actor, {
          username: username.toUpperCase(),
          type: move.type,
          reason: `by ${actor.username}`,
          days: String(move.days),
        })
      case 'unmoderate':
        return unmoderate(platform, actor, { username })
      case 'acknowledge':
        return acknowledge(platform, actor, {})
      case 'join':
        return joinPlace(platform, actor, this.#placeId)
      case 'level':
        return setLevel(platform, actor, username, { permissionLevel: String(move.to) })
    }
  }

  /** As the pages, the sessions and the playing records tell it. */
  async see() {
    const root = { ...(await this.session('Root')), permissionLevel: permissionLevel.administrator }
    const seen = await Promise.all(
      names.map(async (name) => {
        const account = await viewAccount(this.platform, root, name)
        const { standing, permissionLevel: level } = await this.session(name)
        expect([account.permissionLevel, account.standing?.type]).toEqual([level, standing?.type])
        return [name, account] as const
      }),
    )
    const accounts = Object.fromEntries(seen) as Record<Name, (typeof seen)[number][1]>
    const open = await this.platform.db
      .selectFrom('playing_records')
      .select('user_id')
      .where('ended', 'is', null)
      .execute()
    return {
      levels: each((name) => accounts[name].permissionLevel),
      history: each((name) =>
        accounts[name].history
          .toReversed()
          .map(({ type, reason, created, expires, ended, ending, endedBy, moderator }) => {
            expect(reason).toBe(`by ${moderator}`)
            return {
              type,
              by: moderator,
              created: created - this.#start,
              expires: expires === null ? null : expires - this.#start,
              ended: ended === null ? null : ended - this.#start,
              ending,
              endedBy,
            }
          }),
      ),
      playing: each((name) => open.some(({ user_id }) => user_id === accounts[name].id)),
      moderated: (await viewModerated(this.platform, root, {})).moderated
        .map(({ username }) => username)
        .sort(),
    }
  }

  async forget(): Promise<void> {
    const { db } = this.platform
    this.#start = this.platform.now()
    await db.deleteFrom('moderation_actions').execute()
    await db.deleteFrom('playing_records').execute()
    for (const [name, level] of Object.entries(new StandingModel().levels))
      await db.updateTable('users').set({ permission_level: level }).where('username', '=', name).execute()
  }
}

class MoveCommand implements fc.AsyncCommand<StandingModel, Real> {
  readonly move: Move

  constructor(move: Move) {
    this.move = move
  }

  /** Everything may be tried at any time. */
  check(): boolean {
    return true
  }

  async run(model: StandingModel, real: Real): Promise<void> {
    const { actor } = this.move
    const expected = model.move(this.move, model.session(actor))
    expect(await real.move(this.move, await real.session(actor))).toBe(expected)
    expect(await real.see()).toEqual(model.see())
  }

  toString(): string {
    return JSON.stringify(this.move)
  }
}

class PassCommand implements fc.AsyncCommand<StandingModel, Real> {
  readonly ms: number

  constructor(ms: number) {
    this.ms = ms
  }

  check(): boolean {
    return true
  }

  async run(model: StandingModel, real: Real): Promise<void> {
    model.pass(this.ms)
    real.platform.pass(this.ms)
    expect(await real.see()).toEqual(model.see())
  }

  toString(): string {
    return `${this.ms} ms pass`
  }
}

const someName = fc.constantFrom(...names)
const somebody = { actor: someName, user: someName }
/** The one who may do something does it more often, or most would be refused. */
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
  fc.record({ verb: fc.constantFrom('acknowledge', 'join'), ...somebody }),
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
    const place = await createPlace(platform, root.actor, { name: 'Somewhere', description: '' })
    // The clock runs for years in these tests, and nobody is to be signed out.
    await platform.db.updateTable('sessions').set({ expires: Number.MAX_SAFE_INTEGER }).execute()
    return new Real(platform, tokens, place.id)
  }

  test(
    'whatever they do one after the other while time passes, it is as the rules say',
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
        { numRuns: 50 },
      )
    },
    longEnough,
  )

  test(
    'whatever they do at the same moment, it is as if they had done it in some order',
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
          const sessions = each((name) => model.session(name))
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
        { numRuns: 50 },
      )
    },
    longEnough,
  )

  test('of two moderators at once, one has the last word, and both are in the history and the log', async () => {
    const real = await start()
    const { platform } = real
    for (let round = 0; round < 20; round++) {
      await real.forget()
      await platform.db.deleteFrom('audit_log').execute()
      const [mona, max] = await Promise.all([real.session('Mona'), real.session('Max')])
      const ban = { username: 'Ann', type: 'Ban', days: '1' }
      await Promise.all([
        moderate(platform, mona, { ...ban, reason: 'by Mona' }),
        moderate(platform, max, { ...ban, reason: 'by Max' }),
      ])
      const { history, standing } = await viewAccount(platform, mona, 'ann')
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

  test('administrators who take each other’s level at the same moment leave one', async () => {
    const real = await start()
    const { platform } = real
    for (let round = 0; round < 20; round++) {
      await real.forget()
      await setLevel(platform, await real.session('Root'), 'Mona', { permissionLevel: '5' })
      const [root, mona] = await Promise.all([real.session('Root'), real.session('Mona')])
      const outcomes = await Promise.allSettled([
        setLevel(platform, root, 'Mona', { permissionLevel: '1' }),
        setLevel(platform, mona, 'Root', { permissionLevel: '1' }),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const { levels } = await real.see()
      expect(Object.values(levels).filter((level) => level === 5)).toHaveLength(1)
    }
  })
})
