import { hour, minute, second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../accounts/rules.ts'
import { Refused } from '../foundation/errors.ts'
import { moderate } from '../moderation/actions/moderate.ts'
import { viewNotifications } from '../notifications/list.ts'
import { banPlayer } from '../places/removals/remove-player.ts'
import { redeemTicket } from '../places/servers/redeem.ts'
import { joinPlace } from '../places/sessions/join.ts'
import { updateNetwork, updatePrivacy } from '../places/settings.ts'
import { createSession, useSession } from '../sign-in/sessions/sessions.ts'
import { requestFriendship } from '../social/friendships.ts'
import { accountRow } from '../testing/account-row.ts'
import { successesAtOnce } from '../testing/at-once.ts'
import { listen } from '../testing/inboxes.ts'
import { device, registerPerson, sender, signIn } from '../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../testing/platforms.ts'
import { createPublishedPlace } from '../testing/published-place.ts'
import { inviteToParty } from './invite.ts'
import { createParty, joinParty, leaveParty } from './membership.ts'
import { playTogether } from './play.ts'
import { sweepParties } from './sweep.ts'
import { viewInvitation, viewParty } from './view.ts'

async function start(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind)
  const anna = await registerPerson(platform, 'Anna')
  const ben = await registerPerson(platform, 'Ben')
  await createParty(platform, anna)
  const partyOf = async (actor: Actor) => {
    const party = await viewParty(platform, actor)
    if (!party) throw new Error(`${actor.username} is in no party`)
    return party
  }
  const { code } = await partyOf(anna)
  // Members are listed in the order in which they joined.
  const join = (actor: Actor, party = code) => {
    platform.pass(1)
    return joinParty(platform, actor, { code: party })
  }
  const names = async (actor: Actor) => (await partyOf(actor)).members.map(({ username }) => username)
  return { platform, anna, ben, code, join, partyOf, names }
}

/** Starts a party of Anna and Ben, and a place with this many seats. */
async function startWithPlace(kind: DatabaseKind, maxPlayers: number) {
  const started = await start(kind)
  const { platform, anna, ben, join } = started
  await join(ben)
  const maker = await registerPerson(platform, 'Maker')
  const { id } = await createPublishedPlace(platform, maker, { name: 'Harbour' })
  await updateNetwork(platform, maker, { id, dedicated: 'off', maxPlayers: String(maxPlayers) })
  const enter = async (actor: Actor, placeId = id) => {
    const { ticket } = await joinPlace(platform, actor, { id: placeId })
    await redeemTicket(platform, ticket, undefined)
  }
  const call = (actor = anna) => playTogether(platform, actor, { id: String(id) }, sender)
  return { ...started, maker, id, enter, call }
}

describe.each(databases)('a party on %s', (kind) => {
  test('can be viewed and joined with its code, and lists its members', async () => {
    const { platform, anna, ben, code, partyOf, names, join } = await start(kind)
    expect(await viewInvitation(platform, null, { code })).toMatchObject({
      members: [{ username: 'Anna' }],
      full: false,
    })
    await join(ben, ` ${code.toUpperCase()} `)
    await join(ben)
    expect(await names(anna)).toEqual(['Anna', 'Ben'])
    expect(await partyOf(ben)).toMatchObject({ code, place: null, members: [{ status: 'Online' }, {}] })
    platform.pass(hour)
    expect((await partyOf(ben)).members[0]).toMatchObject({ status: 'Offline' })
    await expect(createParty(platform, ben)).rejects.toMatchObject({ reason: 'conflict' })
    for (const wrong of ['', 'short', 'a'.repeat(12), 'a'.repeat(9_999)])
      await expect(joinParty(platform, ben, { code: wrong })).rejects.toMatchObject({ reason: 'missing' })
  })

  test('sets `inParty` on the session of a member until they leave', async () => {
    const { platform, anna, ben, join } = await start(kind)
    const token = await createSession(platform.db, ben.id, device, platform.now())
    const isKnown = async () => (await useSession(platform, token))?.inParty
    expect(await isKnown()).toBe(false)
    await join(ben)
    expect(await isKnown()).toBe(true)
    await leaveParty(platform, anna)
    await createParty(platform, anna)
    await join(ben, (await viewParty(platform, anna))?.code ?? '')
    expect(await isKnown()).toBe(true)
    await leaveParty(platform, ben)
    expect(await isKnown()).toBe(false)
    await createParty(platform, ben)
    await platform.db.deleteFrom('parties').execute()
    expect(await isKnown()).toBe(false)
  })

  test('ends when its last member leaves or joins another party', async () => {
    const { platform, anna, ben, code, names, join } = await start(kind)
    await join(ben)
    await leaveParty(platform, anna)
    expect(await names(ben)).toEqual(['Ben'])
    await createParty(platform, anna)
    const other = (await viewParty(platform, anna))?.code ?? ''
    await join(ben, other)
    expect(await names(ben)).toEqual(['Anna', 'Ben'])
    await expect(viewInvitation(platform, null, { code })).rejects.toMatchObject({ reason: 'missing' })
    await Promise.all([leaveParty(platform, anna), leaveParty(platform, ben)])
    await leaveParty(platform, anna)
    expect(await platform.db.selectFrom('parties').selectAll().execute()).toEqual([])
  })

  test('has room for twelve, even when forty join at once', async () => {
    const { platform, code, ben } = await start(kind)
    const rows = Array.from({ length: 40 }, (_, index) => accountRow(`Guest${index}`))
    await platform.db.insertInto('users').values(rows).execute()
    const joined = await successesAtOnce(
      (index) => joinParty(platform, { ...ben, id: rows[index]?.id ?? '' }, { code }),
      (error) => error instanceof Refused && error.problem.code === 'parties.full',
    )
    expect(joined).toBe(11)
    expect(await viewInvitation(platform, null, { code })).toMatchObject({ full: true })
  })

  test('lets members invite only friends, and notifies each friend once', async () => {
    const { platform, anna, ben, code, join } = await start(kind)
    await expect(inviteToParty(platform, anna, { username: 'Ben' })).rejects.toMatchObject({
      reason: 'forbidden',
    })
    await requestFriendship(platform, anna, { username: 'Ben' })
    await requestFriendship(platform, ben, { username: 'Anna' })
    await inviteToParty(platform, anna, { username: 'Ben' })
    await inviteToParty(platform, anna, { username: 'Ben' })
    const { notifications } = await viewNotifications(platform, ben)
    expect(notifications.filter(({ type }) => type === 'party')).toMatchObject([
      { sender: 'Anna', note: 'invited you to play together', link: `/party?code=${code}` },
    ])
    await expect(inviteToParty(platform, ben, { username: 'Anna' })).rejects.toMatchObject({
      reason: 'conflict',
    })
    await join(ben)
    await expect(inviteToParty(platform, anna, { username: 'Ben' })).rejects.toMatchObject({
      reason: 'conflict',
    })
    await expect(inviteToParty(platform, anna, { username: 'Nobody' })).rejects.toMatchObject({
      reason: 'missing',
    })
  })

  test('leaves out moderated members', async () => {
    const { platform, anna, ben, names, join } = await start(kind)
    await join(ben)
    const administrator = { ...(await registerPerson(platform, 'Admin')), permissionLevel: 5 }
    await moderate(platform, administrator, {
      username: 'Ben',
      type: 'Termination',
      reason: 'Scam',
      note: 'Scam',
    })
    expect(await names(anna)).toEqual(['Anna'])
    await sweepParties(platform)
    expect(await platform.db.selectFrom('party_members').select('user_id').execute()).toEqual([
      { user_id: anna.id },
    ])
  })

  test('drops members who have been away for six hours, and ends with the last one', async () => {
    const { platform, anna, ben, names, join } = await start(kind)
    await join(ben)
    platform.pass(6 * hour + minute)
    await signIn(platform, ben)
    await sweepParties(platform)
    expect(await names(ben)).toEqual(['Ben'])
    expect(await viewParty(platform, anna)).toBeNull()
    platform.pass(7 * hour)
    await sweepParties(platform)
    expect(await platform.db.selectFrom('parties').selectAll().execute()).toEqual([])
  })

  test('tells the open pages of its members about changes', async () => {
    const { platform, anna, ben, join } = await start(kind)
    const page = await listen(platform, anna)
    await join(ben)
    await expect.poll(() => page.events).toContainEqual({ type: 'changed', topic: 'party' })
    page.leave()
  })
})

describe.each(databases)('a party that plays together on %s', (kind) => {
  test('gets a seat for each member who is online and not playing', async () => {
    const { platform, anna, ben, maker, id, enter, call, partyOf, join } = await startWithPlace(kind, 3)
    const elsewhere = await createPublishedPlace(platform, maker, { name: 'Elsewhere' })
    const cleo = await registerPerson(platform, 'Cleo')
    await join(cleo)
    await enter(cleo, elsewhere.id)
    const { ticket } = await call()
    expect(await partyOf(ben)).toMatchObject({ place: { id, slug: 'Harbour', calledBy: 'Anna' } })
    expect((await partyOf(ben)).members.at(-1)).toMatchObject({ username: 'Cleo', status: 'Playing' })

    // Ben's seat is held: strangers get only the third one.
    await joinPlace(platform, maker, { id })
    const stranger = await registerPerson(platform, 'Stranger')
    await expect(joinPlace(platform, stranger, { id })).rejects.toMatchObject({ reason: 'conflict' })
    await redeemTicket(platform, ticket, undefined)
    await enter(ben)
    expect((await partyOf(anna)).members).toMatchObject([{ status: 'Playing' }, { playing: { id } }, {}])
  })

  test('is refused by a place with too few seats for all, and no game session ends', async () => {
    const { anna, enter, call, maker, platform, partyOf } = await startWithPlace(kind, 1)
    const elsewhere = await createPublishedPlace(platform, maker, { name: 'Elsewhere' })
    await enter(anna, elsewhere.id)
    await expect(call()).rejects.toMatchObject({
      reason: 'conflict',
      problem: { code: 'parties.too_few_seats', values: { free: 1, members: 2 } },
    })
    expect(await partyOf(anna)).toMatchObject({ place: null, members: [{ status: 'Playing' }, {}] })
  })

  test('leaves out members whom the maker has banned, who cannot call the party there', async () => {
    const { platform, anna, ben, maker, id, call } = await startWithPlace(kind, 1)
    await banPlayer(platform, maker, { id, username: 'Ben', reason: 'Griefing', days: '1' })
    await expect(call(ben)).rejects.toMatchObject({ problem: { code: 'places.banned' } })
    const { ticket } = await call(anna)
    await redeemTicket(platform, ticket, undefined)
  })

  test('holds no seats for members who are away or whom a private place does not admit', async () => {
    const { platform, ben, id, maker, call, partyOf, join } = await startWithPlace(kind, 2)
    platform.pass(hour)
    await signIn(platform, ben)
    await join(maker)
    await updatePrivacy(platform, maker, { id, privateServer: 'on' })
    await call(maker)
    expect((await partyOf(ben)).place).toBeNull()
    await expect(call(ben)).rejects.toMatchObject({ reason: 'missing' })
    platform.pass(30 * second)
    await leaveParty(platform, maker)
    await expect(call(maker)).rejects.toMatchObject({ problem: { code: 'parties.not_a_member' } })
  })
})
