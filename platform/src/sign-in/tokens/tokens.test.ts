import { day, hour, minute } from '@baseplate/service/clock'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { endSessionsOf } from '../../moderation/accounts/end-sessions-of.ts'
import { setLevel } from '../../moderation/accounts/set-level.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { device, inSession, password, registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { changePassword } from '../access/change-password.ts'
import { endAllSessions } from '../access/end-sessions.ts'
import { createSession, useSession } from '../sessions/sessions.ts'
import { isWellFormed, newAccessToken } from './format.ts'
import { createToken, listTokens, revokeToken } from './manage-tokens.ts'
import { removeExpiredTokens } from './queries.ts'
import { maxTokens } from './rules.ts'
import { useToken } from './use-token.ts'

const refusal = (code: string) => ({ problem: { code } })

test('a token is recognised by its prefix and its checksum', () => {
  const token = newAccessToken()
  expect(token).toMatch(/^bp_[a-z0-9]{47}$/)
  expect(isWellFormed(token)).toBe(true)
  const changed = token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
  for (const wrong of [changed, token.toUpperCase(), token.slice(0, -1), `${token} `, '', 'bp_'])
    expect(isWellFormed(wrong), wrong).toBe(false)
})

describe.each(databases)('access tokens on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const administrator = await registerPerson(platform, 'Administrator')
    const player = await registerPerson(platform, 'Player')
    const proved = () => ({ ...player, proved: platform.now() })
    const makeIn = (session: string, fields: Record<string, string> = {}, actor: Actor = proved()) =>
      createToken(
        { ...platform, tokenLimit: { async spend() {}, async check() {} } },
        actor,
        { name: 'Build server', scopes: 'read', expires: '30', ...fields },
        inSession(session),
      )
    const enter = ({ id }: Actor) => createSession(platform.db, id, device, platform.now())
    const make = async (fields: Record<string, string> = {}, actor: Actor = proved()) =>
      makeIn(await enter(actor), fields, actor)
    return { platform, administrator, player, enter, make, makeIn }
  }

  test('act for their owner, are listed without the secret, and end when revoked or expired', async () => {
    const { platform, player, make } = await start()
    const { id, token } = await make({ scopes: 'social, read' })
    const use = await useToken(platform, token)
    expect(use.actor).toMatchObject({ id: player.id, username: 'Player', permissionLevel: 1 })
    expect([...use.scopes]).toEqual(['read', 'social'])
    const listed = { id, name: 'Build server', scopes: ['read', 'social'], lastUsed: platform.now() }
    expect(await listTokens(platform, player)).toMatchObject([listed])
    const stored = JSON.stringify(await platform.db.selectFrom('access_tokens').selectAll().execute())
    expect(stored).not.toContain(token.slice(3, 30))
    expect((await viewNotifications(platform, player)).notifications[0]).toMatchObject({
      note: 'An access token for your account was created',
    })
    const told = await platform.db.selectFrom('notifications').select('link').execute()
    expect(told).toEqual([{ link: '/settings/tokens' }])
    await expect(useToken(platform, newAccessToken())).rejects.toMatchObject(refusal('tokens.unknown'))
    await expect(useToken(platform, `${token}x`)).rejects.toMatchObject(refusal('tokens.malformed'))

    const other = await make({ expires: '1' })
    platform.pass(day)
    await expect(useToken(platform, other.token)).rejects.toMatchObject(refusal('tokens.expired'))
    await revokeToken(platform, { ...player, id: 'another' }, { id })
    await useToken(platform, token)
    await revokeToken(platform, player, { id })
    await expect(useToken(platform, token)).rejects.toMatchObject(refusal('tokens.unknown'))
  })

  test('do not count once they have expired, and are removed a week later', async () => {
    const { platform, player, make } = await start()
    await make({ expires: '1' })
    const row = await platform.db.selectFrom('access_tokens').selectAll().executeTakeFirstOrThrow()
    const others = Array.from({ length: maxTokens - 1 }, (_, at) => ({
      ...row,
      id: `${at}`,
      token_hash: `${at}`,
    }))
    await platform.db.insertInto('access_tokens').values(others).execute()
    await expect(make()).rejects.toMatchObject(refusal('tokens.too_many'))
    platform.pass(day)
    await make()
    await removeExpiredTokens(platform)
    expect(await listTokens(platform, player)).toHaveLength(maxTokens + 1)
    platform.pass(7 * day)
    await removeExpiredTokens(platform)
    expect(await listTokens(platform, player)).toHaveLength(1)
  })

  test('are created twenty times an hour at most, because each is mailed', async () => {
    const { platform, player, enter } = await start()
    const session = await enter(player)
    const made = { name: 'Test', scopes: 'read', expires: '1' }
    const create = async () =>
      revokeToken(platform, player, await createToken(platform, player, made, inSession(session)))
    for (let count = 0; count < 20; count++) await create()
    await expect(create()).rejects.toMatchObject(refusal('limits.tokens'))
  })

  test('record their last use at most once a minute', async () => {
    const { platform, player, make } = await start()
    const { token } = await make()
    const began = platform.now()
    const lastUse = async () => {
      await useToken(platform, token)
      return (await listTokens(platform, player))[0]?.lastUsed
    }
    expect(await lastUse()).toBe(began)
    platform.pass(minute - 1)
    expect(await lastUse()).toBe(began)
    platform.pass(1)
    expect(await lastUse()).toBe(began + minute)
  })

  test('refuse invalid fields, scopes above the level, and more than fifty', async () => {
    const { platform, make } = await start()
    for (const [fields, field] of [
      [{ name: ' ' }, 'name'],
      [{ scopes: '' }, 'scopes'],
      [{ scopes: 'read,write' }, 'scopes'],
      [{ scopes: 'read,read' }, 'scopes'],
      [{ scopes: 'moderate' }, 'scopes'],
      [{ scopes: 'administer' }, 'scopes'],
      [{ expires: '0' }, 'expires'],
      [{ expires: '366' }, 'expires'],
    ] as const) {
      await expect(make(fields), JSON.stringify(fields)).rejects.toMatchObject({
        errors: { [field]: expect.any(String) },
      })
    }
    const outcomes = await Promise.allSettled(Array.from({ length: maxTokens + 3 }, () => make()))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxTokens)
    expect(await platform.db.selectFrom('access_tokens').select('id').execute()).toHaveLength(maxTokens)
  })

  test('have the level that their scopes need, and never a higher one than their owner', async () => {
    const { platform, administrator, make } = await start()
    const level = async (token: string) => (await useToken(platform, token)).actor.permissionLevel
    const helper = await registerPerson(platform, 'Helper')
    await setLevel(platform, administrator, { username: 'Helper', permissionLevel: '5' })
    const staff = { ...helper, permissionLevel: 5 }
    const scopes = ['read', 'moderate', 'administer']
    const made = await Promise.all(scopes.map((scope) => make({ scopes: scope }, staff)))
    const tokens = made.map(({ token }) => token)
    expect(await Promise.all(tokens.map(level))).toEqual([2, 4, 5])
    await setLevel(platform, administrator, { username: 'Helper', permissionLevel: '3' })
    expect(await Promise.all(tokens.slice(0, 2).map(level))).toEqual([2, 3])
    await expect(level(tokens[2] ?? '')).rejects.toMatchObject(refusal('tokens.unknown'))
  })

  test('have no scope above a level that was lowered while their request was read', async () => {
    const { platform, administrator, make } = await start()
    const helper = await registerPerson(platform, 'Helper')
    await setLevel(platform, administrator, { username: 'Helper', permissionLevel: '5' })
    await setLevel(platform, administrator, { username: 'Helper', permissionLevel: '4' })
    const before = { ...helper, permissionLevel: 5 }
    await expect(make({ scopes: 'read,administer' }, before)).rejects.toMatchObject({
      errors: { scopes: expect.stringContaining('administer') },
    })
    await make({ scopes: 'moderate' }, before)
    expect(await listTokens(platform, helper)).toHaveLength(1)
  })

  test('need a fresh proof, because they outlive the session', async () => {
    const { platform, player, make } = await start()
    const making = make({}, { ...player, proved: platform.now() - 11 * minute })
    await expect(making).rejects.toMatchObject(refusal('accounts.fresh_proof_required'))
  })

  test('end with a new password, with all sessions, and when an administrator ends these', async () => {
    const { platform, administrator, player, make } = await start()
    const ends: (() => Promise<unknown>)[] = [
      async () => {
        const token = await createSession(platform.db, player.id, device, platform.now())
        const fields = { cpassword: password, npassword: 'another one', cnpassword: 'another one' }
        await changePassword(platform, player, fields, inSession(token))
      },
      () => endAllSessions(platform, player, { password: 'another one' }, device),
      () => endSessionsOf(platform, administrator, { username: 'Player' }),
    ]
    for (const end of ends) {
      const { token } = await make()
      await useToken(platform, token)
      await end()
      await expect(useToken(platform, token)).rejects.toMatchObject(refusal('tokens.unknown'))
    }
  })

  test('are not created by a request whose session has ended meanwhile', async () => {
    const { platform, administrator, player, enter, makeIn } = await start()
    const session = await enter(player)
    await endSessionsOf(platform, administrator, { username: 'Player' })
    await expect(makeIn(session)).rejects.toMatchObject(refusal('site.sign_in_first'))
    for (let round = 0; round < 5; round++) {
      const sessions = await Promise.all(Array.from({ length: 4 }, () => enter(player)))
      await Promise.allSettled([
        ...sessions.map((one) => makeIn(one)),
        endAllSessions(platform, player, { password }, device),
      ])
      expect(await listTokens(platform, player)).toEqual([])
    }
  })
})

test.each(['access_tokens', 'sessions'] as const)(
  'a full disk does not keep %s from being used, although their use cannot be stored',
  async (table) => {
    const platform = await openTestPlatform('SQLite')
    const player = await registerPerson(platform, 'Player')
    const session = await createSession(platform.db, player.id, device, platform.now())
    const fields = { name: 'Build server', scopes: 'read', expires: '30' }
    const parts = { ...platform, tokenLimit: { async spend() {}, async check() {} } }
    const { token } = await createToken(parts, player, fields, inSession(session))
    platform.pass(hour)
    // Any change of a row now needs pages that the disk does not have.
    await sql.raw('create table filler (content blob)').execute(platform.db)
    await sql
      .raw(
        `create trigger fill after update on ${table} begin insert into filler values (zeroblob(1000000)); end`,
      )
      .execute(platform.db)
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(platform.db)
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(platform.db)
    await expect(
      platform.db
        .updateTable(table)
        .set({ expires: platform.now() + 2 * day })
        .execute(),
    ).rejects.toThrow(/full/)
    const used = table === 'sessions' ? await useSession(platform, session) : await useToken(platform, token)
    expect(used?.actor.id).toBe(player.id)
  },
)
