import { day } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { redeemTicket } from '../../places/servers/redeem.ts'
import { joinPlace } from '../../places/sessions/join.ts'
import { countPlayers } from '../../places/sessions/queries.ts'
import { registerPerson, signIn } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { setLevel } from '../accounts/set-level.ts'
import { acknowledge } from './acknowledge.ts'
import { moderate } from './moderate.ts'
import { maxBanDays, maxReasonLength } from './rules.ts'
import { unmoderate } from './unmoderate.ts'
import { viewAccount } from './view.ts'
import { viewModerated } from './view-moderated.ts'

describe.each(databases)('moderation on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const administrator = await registerPerson(platform, 'Administrator')
    const player = await registerPerson(platform, 'Player')
    const signedIn = await signIn(platform, player)
    const ban = (fields = {}) =>
      moderate(platform, administrator, {
        username: 'player',
        type: 'Ban',
        reason: 'Cheating',
        days: '1',
        ...fields,
      })
    return { platform, administrator, player, signedIn, ban }
  }

  test('a ban takes effect in every session at once and expires in the stated millisecond', async () => {
    const { platform, signedIn, ban } = await start()
    expect(await ban()).toEqual({ username: 'Player' })
    const since = platform.now()
    expect((await signedIn()).standing).toEqual({
      type: 'Ban',
      reason: 'Cheating',
      since,
      expires: since + day,
      number: 1,
    })
    platform.pass(day - 1)
    expect((await signedIn()).standing).not.toBeNull()
    platform.pass(1)
    expect((await signedIn()).standing).toBeNull()
  })

  test('a ban ends the game session and prevents joining until it is lifted', async () => {
    const { platform, administrator, signedIn, ban } = await start()
    const place = await createPublishedPlace(platform, await signedIn(), { name: 'Theirs', description: '' })
    const playing = await joinPlace(platform, await signedIn(), { id: place.id })
    await redeemTicket(platform, playing.ticket, undefined)
    expect(await countPlayers(platform.db, platform.now())).toBe(1)
    await ban()
    expect(await countPlayers(platform.db, platform.now())).toBe(0)
    await expect(joinPlace(platform, await signedIn(), { id: place.id })).rejects.toMatchObject({
      reason: 'forbidden',
      message: 'You cannot currently play games',
    })
    // The place of a banned user stays open to other users.
    await joinPlace(platform, administrator, { id: place.id })

    await unmoderate(platform, administrator, { username: 'PLAYER' })
    const { ticket } = await joinPlace(platform, await signedIn(), { id: place.id })
    await redeemTicket(platform, ticket, undefined)
  })

  test('rejects a ticket that was issued before or during a ban', async () => {
    const { platform, signedIn, ban } = await start()
    const before = await signedIn()
    const place = await createPublishedPlace(platform, before, { name: 'Theirs', description: '' })
    const { ticket } = await joinPlace(platform, before, { id: place.id })
    const refused = { message: 'Invalid Game Session' }
    await ban()
    await expect(redeemTicket(platform, ticket, undefined)).rejects.toMatchObject(refused)
    // This actor was read before the ban, but the ticket is issued after it.
    const late = await joinPlace(platform, before, { id: place.id })
    await expect(redeemTicket(platform, late.ticket, undefined)).rejects.toMatchObject(refused)
    expect(await countPlayers(platform.db, platform.now())).toBe(0)
  })

  test('acknowledging ends the warning that was read, but not a newer one', async () => {
    const { platform, signedIn, ban } = await start()
    const warn = (reason: string) => ban({ type: 'Warning', reason, days: 'whatever' })
    await warn('First')
    expect((await signedIn()).standing).toMatchObject({ type: 'Warning', expires: null, number: 1 })
    await warn('Second')
    await acknowledge(platform, await signedIn(), { number: '1' })
    expect((await signedIn()).standing).toMatchObject({ reason: 'Second', number: 2 })
    await acknowledge(platform, await signedIn(), { number: '2' })
    expect((await signedIn()).standing).toBeNull()
    await acknowledge(platform, await signedIn(), {})
    await expect(acknowledge(platform, await signedIn(), { number: '-' })).rejects.toHaveProperty(
      'errors.number',
    )
  })

  test('users cannot end their own ban or termination', async () => {
    const { platform, signedIn, ban } = await start()
    for (const type of ['Ban', 'Termination']) {
      await ban({ type })
      await expect(acknowledge(platform, await signedIn(), {})).rejects.toMatchObject({ reason: 'forbidden' })
      expect((await signedIn()).standing?.type).toBe(type)
    }
  })

  test('checks every field on its own', async () => {
    const { platform, ban, signedIn } = await start()
    const fieldsOf = (fields: object) =>
      ban(fields).then(
        () => 'accepted',
        (error: { errors: Record<string, string> }) => Object.keys(error.errors),
      )
    expect(await fieldsOf({ username: ' ' })).toEqual(['username'])
    expect(await fieldsOf({ username: 'Nobody' })).toEqual(['username'])
    expect(await fieldsOf({ type: 'ban' })).toEqual(['type'])
    expect(await fieldsOf({ type: undefined })).toEqual(['type'])
    for (const reason of ['', ' \r\n', undefined, 'x'.repeat(maxReasonLength + 1)])
      expect(await fieldsOf({ reason })).toEqual(['reason'])
    for (const days of ['', '0', '-1', '1.5', '1e2', String(maxBanDays + 1), undefined, 'one'])
      expect(await fieldsOf({ days })).toEqual(['days'])
    expect(await fieldsOf({ username: '', reason: '', days: '' })).toEqual(['username', 'reason', 'days'])
    expect(await fieldsOf({ username: '', reason: '', type: '' })).toEqual(['username', 'reason', 'type'])
    expect((await signedIn()).standing).toBeNull()

    const longest = `${'x'.repeat(maxReasonLength - 2)}\r\ny`
    expect(await fieldsOf({ reason: longest, days: ` ${maxBanDays} ` })).toBe('accepted')
    expect((await signedIn()).standing).toMatchObject({
      reason: longest.replace('\r', ''),
      expires: platform.now() + maxBanDays * day,
    })
    for (const type of ['Warning', 'Termination'])
      expect(await fieldsOf({ type, days: undefined })).toBe('accepted')
  })

  test('only moderators of a level above the account’s moderate it', async () => {
    const { platform, player, administrator, ban } = await start()
    const someone = await registerPerson(platform, 'Someone')
    const refused = { reason: 'forbidden' }
    for (const level of [1, 2, 3]) {
      const actor = { ...player, permissionLevel: level }
      await expect(moderate(platform, actor, {})).rejects.toMatchObject(refused)
      await expect(unmoderate(platform, actor, {})).rejects.toMatchObject(refused)
      await expect(viewModerated(platform, actor, {})).rejects.toMatchObject(refused)
      await expect(viewAccount(platform, actor, { username: 'Player' })).rejects.toMatchObject(refused)
    }
    for (const level of [1, 2, 3, 4]) {
      const actor = { ...player, permissionLevel: level }
      await expect(
        setLevel(platform, actor, { username: 'Someone', permissionLevel: '2' }),
      ).rejects.toMatchObject(refused)
    }
    await setLevel(platform, administrator, { username: 'Player', permissionLevel: '4' })
    await setLevel(platform, administrator, { username: 'Someone', permissionLevel: '4' })
    const moderator = { ...player, permissionLevel: 4 }
    for (const username of ['Someone', 'Player', 'Administrator'])
      await expect(
        moderate(platform, moderator, { username, type: 'Warning', reason: 'x' }),
      ).rejects.toMatchObject(refused)
    await expect(ban({ username: 'Administrator' })).rejects.toMatchObject({
      message: 'You can’t moderate yourself',
    })
    await ban()
    await expect(unmoderate(platform, moderator, { username: 'player' })).rejects.toMatchObject(refused)
    await expect(
      unmoderate(platform, { ...someone, permissionLevel: 4 }, { username: 'player' }),
    ).rejects.toMatchObject(refused)
  })

  test('moderators still see an account that its owner has deleted, until it is erased', async () => {
    const { platform, administrator, player, ban } = await start()
    await ban()
    const due = platform.now() + day
    const deletion = { user_id: player.id, requested: platform.now(), due, started: null }
    await platform.db.insertInto('departures').values(deletion).execute()
    expect(await viewAccount(platform, administrator, { username: 'player' })).toMatchObject({
      erasure: due,
      standing: { type: 'Ban' },
      mayModerate: true,
      maySetLevel: false,
      mayResetAccess: false,
    })
    await expect(viewAccount(platform, administrator, { username: 'Nobody' })).rejects.toMatchObject({
      reason: 'missing',
    })
  })

  test('shows moderators how many sessions of an account still work', async () => {
    const { platform, administrator, player } = await start()
    const shown = async () => (await viewAccount(platform, administrator, { username: 'player' })).sessions
    const before = await shown()
    await signIn(platform, player)
    expect(await shown()).toBe(before + 1)
    platform.pass(400 * day)
    expect(await shown()).toBe(0)
  })

  test('a level change needs a level from 1 to 5 and an existing account', async () => {
    const { platform, administrator } = await start()
    for (const permissionLevel of ['0', '6', '', '1.5', '04', undefined])
      await expect(
        setLevel(platform, administrator, { username: 'Player', permissionLevel }),
      ).rejects.toHaveProperty('errors.permissionLevel')
    await expect(
      setLevel(platform, administrator, { username: 'Nobody', permissionLevel: '1' }),
    ).rejects.toMatchObject({
      reason: 'missing',
    })
    await setLevel(platform, administrator, { username: 'pLAYER', permissionLevel: '5' })
    await setLevel(platform, administrator, { username: 'Administrator', permissionLevel: '1' })
    expect(
      (await viewAccount(platform, { ...administrator, permissionLevel: 4 }, { username: 'player' }))
        .permissionLevel,
    ).toBe(5)
  })
})
