import type fc from 'fast-check'
import { expect } from 'vitest'
import { type Actor, permissionLevel } from '../accounts/rules.ts'
import { InvalidFields, Refused } from '../foundation/errors.ts'
import { setLevel } from '../moderation/accounts/set-level.ts'
import { acknowledge } from '../moderation/actions/acknowledge.ts'
import { moderate } from '../moderation/actions/moderate.ts'
import { unmoderate } from '../moderation/actions/unmoderate.ts'
import { viewAccount } from '../moderation/actions/view.ts'
import { viewModerated } from '../moderation/actions/view-moderated.ts'
import { joinPlace } from '../places/sessions/join.ts'
import { useSession } from '../sign-in/sessions/sessions.ts'
import type { TestPlatform } from './platforms.ts'
import { type Move, type Name, names, StandingModel } from './standing-model.ts'

export const byName = <Value>(value: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>

/** Five signed-in accounts and a place to play in, on a real database. */
export class Real {
  readonly platform: TestPlatform
  readonly #tokens: Record<Name, string>
  readonly #placeId: number
  /** Start of this run. The model counts from 0. */
  #start = 0

  constructor(platform: TestPlatform, tokens: Record<Name, string>, placeId: number) {
    this.platform = platform
    this.#tokens = tokens
    this.#placeId = placeId
  }

  async session(name: Name): Promise<Actor> {
    const session = await useSession(this.platform, this.#tokens[name])
    if (!session) throw new Error(`${name} is not signed in`)
    // The clock runs for days between moves, which would each need a fresh proof.
    return { ...session.actor, proved: Number.POSITIVE_INFINITY }
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
        return joinPlace(platform, actor, { id: this.#placeId })
      case 'level':
        return setLevel(platform, actor, { username, permissionLevel: String(move.to) })
    }
  }

  /** The state that pages, sessions and playing records show. */
  async see() {
    const root = { ...(await this.session('Root')), permissionLevel: permissionLevel.administrator }
    const seen = await Promise.all(
      names.map(async (name) => {
        const account = await viewAccount(this.platform, root, { username: name })
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
      levels: byName((name) => accounts[name].permissionLevel),
      history: byName((name) =>
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
      playing: byName((name) => open.some(({ user_id }) => user_id === accounts[name].id)),
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

export class MoveCommand implements fc.AsyncCommand<StandingModel, Real> {
  readonly move: Move

  constructor(move: Move) {
    this.move = move
  }

  /** Every command may run at any time. */
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

export class PassCommand implements fc.AsyncCommand<StandingModel, Real> {
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
