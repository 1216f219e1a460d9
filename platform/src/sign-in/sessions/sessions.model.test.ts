import { day, hour, minute } from '@baseplate/service/clock'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../../../../tools/cases.ts'
import type { Actor } from '../../accounts/rules.ts'
import { device, inSession, password, registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { changePassword } from '../access/change-password.ts'
import { endAllSessions, endOneSession, endSession } from '../access/end-sessions.ts'
import { login } from '../login/login.ts'
import { listSessions, removeExpiredSessions, useSession } from './sessions.ts'

/** Simplest model of the sessions of one user. */
interface Model {
  /** When each session expires, in the order in which they started. Null: it has ended. */
  expires: (number | null)[]
}

interface Real {
  platform: TestPlatform
  person: Actor
  /** In the order of the model's sessions. */
  tokens: string[]
  password: string
  passwords: number
}

const lifetime = 30 * day

const isActive = (model: Model, at: number, now: number) => (model.expires[at] ?? 0) > now

/** Maps a random number to the index of a session. */
const pick = (model: Model, drawn: number) => drawn % Math.max(model.expires.length, 1)

async function expectUse(model: Model, { platform, tokens }: Real, at: number): Promise<void> {
  const now = platform.now()
  const session = await useSession(platform, tokens[at] ?? '')
  if (!isActive(model, at, now)) {
    expect(session).toBeUndefined()
    return
  }
  const renews = (model.expires[at] ?? 0) - now < lifetime - day
  expect(session?.renewed).toBe(renews)
  if (renews) model.expires[at] = now + lifetime
}

/** Expects the list of sessions to be the active ones. */
async function expectListed(model: Model, real: Real): Promise<void> {
  const { platform, person, tokens } = real
  const listed = await listSessions(platform, person, tokens[0] ?? '')
  const active = model.expires.filter((_, at) => isActive(model, at, platform.now()))
  expect(listed.map(({ expires }) => expires).sort()).toEqual([...active].sort())
}

type Command = fc.AsyncCommand<Model, Real>

const command = (name: string, run: (model: Model, real: Real) => Promise<void>): Command => ({
  check: () => true,
  async run(model, real) {
    await run(model, real)
    await expectListed(model, real)
  },
  toString: () => name,
})

const enter = ({ platform, person }: Real, secret: string) =>
  login(platform, null, { username: person.username, password: secret }, device)

function start(model: Model, { platform, tokens }: Real, token: string): void {
  tokens.push(token)
  model.expires.push(platform.now() + lifetime)
}

const endAllBut = (model: Model, current?: number) => {
  model.expires = model.expires.map((expires, at) => (at === current ? expires : null))
}

/** Ends all sessions but the one that changes the password. That one starts a new lifetime if it is active. */
function keepOnly(model: Model, at: number, now: number): void {
  const stays = isActive(model, at, now)
  endAllBut(model, stays ? at : undefined)
  if (stays) model.expires[at] = now + lifetime
}

const change = (real: Real, at: number, to: string) =>
  changePassword(
    real.platform,
    real.person,
    { cpassword: real.password, npassword: to, cnpassword: to },
    inSession(real.tokens[at] ?? ''),
  )

const nextPassword = (real: Real) => `password ${++real.passwords}`

const drawn = fc.nat({ max: 1000 })

const commands = [
  fc.constant(command('login', async (model, real) => start(model, real, await enter(real, real.password)))),
  fc.constant(
    command('login with a wrong password', async (_model, real) => {
      await expect(enter(real, 'wrong')).rejects.toThrow('Incorrect username or password')
      real.platform.pass(16 * minute)
    }),
  ),
  drawn.map((number) =>
    command(`use ${number}`, (model, real) => expectUse(model, real, pick(model, number))),
  ),
  fc
    .oneof(
      fc.integer({ min: 1, max: hour }),
      fc.integer({ min: day - 2, max: day + 2 }),
      fc.integer({ min: lifetime - 2, max: lifetime + 2 }),
      fc.integer({ min: day, max: 20 * day }),
    )
    .map((ms) => command(`pass ${ms}`, async (_model, real) => real.platform.pass(ms))),
  fc.constant(command('sweep', (_model, { platform }) => removeExpiredSessions(platform))),
  drawn.map((number) =>
    command(`sign out ${number}`, async (model, { platform, tokens }) => {
      const at = pick(model, number)
      await endSession(platform, tokens[at] ?? '')
      model.expires[at] = null
    }),
  ),
  drawn.map((number) =>
    command(`revoke ${number}, while it is used`, async (model, real) => {
      const { platform, person, tokens } = real
      const at = pick(model, number)
      const token = tokens[at] ?? ''
      const shown = (await listSessions(platform, person, token)).find(({ current }) => current)
      await Promise.all([
        useSession(platform, token),
        endOneSession(platform, person, { id: shown?.id ?? 'gone' }, inSession(token)),
        useSession(platform, token),
      ])
      if (shown) model.expires[at] = null
      expect(await useSession(platform, token)).toBeUndefined()
    }),
  ),
  drawn.map((number) =>
    command(`change the password from ${number}, while all are used and one starts`, async (model, real) => {
      const at = pick(model, number)
      const to = nextPassword(real)
      const old = real.password
      const before = enter(real, old)
      const changing = change(real, at, to)
      const [entered, rotated] = await Promise.all([
        Promise.allSettled([before, enter(real, old)]),
        changing,
        ...real.tokens.map((token) => useSession(real.platform, token)),
      ])
      real.password = to
      if (rotated !== undefined) real.tokens[at] = rotated
      const now = real.platform.now()
      // At most the current session is left, with a new token.
      keepOnly(model, at, now)
      for (const login of entered) {
        if (login.status === 'rejected') continue
        real.tokens.push(login.value)
        model.expires.push(null)
        expect(await useSession(real.platform, login.value)).toBeUndefined()
      }
    }),
  ),
  drawn.map((number) =>
    command(`change it twice at once, from ${number}`, async (model, real) => {
      const at = pick(model, number)
      const wanted = [nextPassword(real), nextPassword(real)]
      const results = await Promise.allSettled(wanted.map((to) => change(real, at, to)))
      const winners = wanted.filter((_, index) => results[index]?.status === 'fulfilled')
      for (const result of results)
        if (result.status === 'fulfilled' && result.value !== undefined) real.tokens[at] = result.value
      expect(winners).toHaveLength(1)
      real.password = winners[0] ?? ''
      keepOnly(model, at, real.platform.now())
      real.platform.pass(16 * minute)
    }),
  ),
  fc.constant(
    command('end all', async (model, real) => {
      await endAllSessions(real.platform, real.person, { password: real.password }, device)
      endAllBut(model)
    }),
  ),
]

describe.each(databases)('the sessions of a user on %s', (kind) => {
  test('behave like the model in any order of commands, also simultaneous ones', async () => {
    const platform = await openTestPlatform(kind)
    let people = 0
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 20 }), async (sequence) => {
        const person = await registerPerson(platform, `Person_${++people}`)
        const token = await login(platform, null, { username: person.username, password }, device)
        await platform.db.deleteFrom('sessions').where('user_id', '=', person.id).execute()
        const real: Real = { platform, person, tokens: [token], password, passwords: 0 }
        await fc.asyncModelRun(() => ({ model: { expires: [null] }, real }), sequence)
      }),
      { numRuns: cases(6, 12) },
    )
  })
})
