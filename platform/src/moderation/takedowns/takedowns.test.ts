import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import type { Refused } from '../../foundation/errors.ts'
import type { StoredFile } from '../../foundation/stored-file.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { viewPlayingFriends } from '../../people/profiles/playing-friends.ts'
import { viewProfile } from '../../people/profiles/view.ts'
import { createPlace } from '../../places/create.ts'
import { listPlaces } from '../../places/lists/list.ts'
import { readIcon } from '../../places/pictures/read.ts'
import { removeIcon } from '../../places/pictures/remove-icon.ts'
import { addThumbnail } from '../../places/pictures/thumbnails.ts'
import { startServerById } from '../../places/servers/admin/start-server.ts'
import { hostPlace, servePlace } from '../../places/servers/host.ts'
import { startServer } from '../../places/servers/start-server.ts'
import { joinPlace } from '../../places/sessions/join.ts'
import { redeemTicket } from '../../places/sessions/redeem.ts'
import { updateNetwork, updatePrivacy, viewPlaceSettings } from '../../places/settings.ts'
import { enforceTakedowns } from '../../places/takedown-enforcement.ts'
import { updateView } from '../../places/update-view.ts'
import { readPlaceFile } from '../../places/versions/read-file.ts'
import { updatePlaceFile } from '../../places/versions/update-file.ts'
import { viewPlace } from '../../places/view.ts'
import { voteOnPlace } from '../../places/votes/vote.ts'
import { searchAll } from '../../search/search-all.ts'
import { acceptRequest, requestFriendship } from '../../social/friendships.ts'
import { errorsOf } from '../../testing/errors.ts'
import { startFakeOrchestrator } from '../../testing/orchestrator.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { moderate } from '../actions/moderate.ts'
import { unmoderate } from '../actions/unmoderate.ts'
import { appeal as appealDecision } from '../appeals/appeal.ts'
import { decideAppeal } from '../appeals/decide-appeal.ts'
import { viewAppeals } from '../appeals/view-appeals.ts'
import { report } from '../reports/report.ts'
import { moderatePlace } from './moderate-place.ts'
import { viewTakedown, viewTakedowns } from './view.ts'

const address = '192.0.2.1'
const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
const notThere = { reason: 'missing', message: 'Place not found' }
const takingDown = { visibility: 'Moderated', reason: 'Stolen map' }
const puttingBack = { visibility: 'Visible' }

/** A dedicated place that people play in. */
async function start(kind: DatabaseKind) {
  const orchestrator = await startFakeOrchestrator()
  const platform = await openTestPlatform(kind, {
    Gameservers: { Hosting: 'Both' },
    Orchestrator: { PrivateURL: `${orchestrator.url}/` },
  })
  const administrator = await registerPerson(platform, 'Administrator')
  const staff = async (username: string): Promise<Actor> => {
    const person = await registerPerson(platform, username)
    await platform.db
      .updateTable('users')
      .set({ permission_level: permissionLevel.moderator })
      .where('id', '=', person.id)
      .execute()
    return { ...person, permissionLevel: permissionLevel.moderator }
  }
  const moderator = await staff('Moderator')
  const maker = await registerPerson(platform, 'Maker')
  const player = await registerPerson(platform, 'Player')
  const { id } = await createPlace(platform, maker, { name: 'Brick race' })
  await updatePlaceFile(platform, maker, id, [Buffer.from('<roblox/>')])
  await updateNetwork(platform, maker, id, { dedicated: 'on', maxPlayers: '10' })
  await updateView(platform, maker, id, { name: 'Brick race', description: 'Rude' }, await picture)
  const change = (actor: Actor, input: unknown) => moderatePlace(platform, actor, id, input)
  const audited = async () =>
    (await platform.db.selectFrom('audit_log').selectAll().orderBy('created').execute()).map(
      ({ action, subject, before, after }) => [
        action,
        subject,
        JSON.parse(before ?? ''),
        JSON.parse(after ?? ''),
      ],
    )
  return { orchestrator, platform, administrator, moderator, staff, maker, player, id, change, audited }
}

type Started = Awaited<ReturnType<typeof start>>

/** Where a visitor or a player might come upon the place: what each way in answers. */
async function waysTo({ platform, id, maker, player }: Started) {
  const { serverTicket, privateTicket } = await viewPlaceSettings(platform, maker, id)
  const outcome = async (attempt: Promise<unknown>) =>
    attempt.then(
      () => true,
      ({ reason, message }: Refused) => {
        expect({ reason, message }).toEqual(notThere)
        return false
      },
    )
  const listed = async (input: object) => (await listPlaces(platform, input)).places.length > 0
  const profile = await viewProfile(platform, player, 'Maker')
  platform.pass(1_001)
  return {
    playing: await listed({ sort: 'playing' }),
    rated: await listed({ sort: 'rated' }),
    new: await listed({ sort: 'new' }),
    beginning: await listed({ q: 'brick' }),
    part: await listed({ q: 'race' }),
    search: (await searchAll(platform, player, { q: 'brick' })).places.length > 0,
    profile: profile.places.length > 0,
    page: await outcome(viewPlace(platform, player, id, privateTicket)),
    vote: await outcome(voteOnPlace(platform, player, id, 'like')),
    join: await outcome(joinPlace(platform, player, id, privateTicket)),
    start: await outcome(startServer(platform, player, id, address)),
    host: await outcome(hostPlace(platform, serverTicket)),
    serve: await outcome(servePlace(platform, id, { ticket: serverTicket })),
    file: await outcome(closing(readPlaceFile(platform, id, { ticket: serverTicket }))),
    icon: await outcome(closing(readIcon(platform, null, id).then(({ file }) => file))),
  }
}

/** Lets go of a file that was opened. */
const closing = async (opening: Promise<StoredFile>) => (await opening).close()

/** The ways that are not as they should be. */
const waysThatAre = async (started: Started, open: boolean) =>
  Object.entries(await waysTo(started))
    .filter(([, way]) => way === open)
    .map(([name]) => name)

describe.each(databases)('takedowns of places on %s', (kind) => {
  test('hides a place that is taken down and refuses to serve it, until it is put back', async () => {
    const started = await start(kind)
    const { platform, moderator, maker, player, id, change, audited } = started
    const { ticket } = await joinPlace(platform, maker, id)
    await redeemTicket(platform, ticket, undefined)
    expect(await waysThatAre(started, false)).toEqual([])

    await change(moderator, takingDown)
    expect(await waysThatAre(started, true)).toEqual([])
    const made = report(platform, player, { type: 'place', id: String(id), category: 'Spam' })
    await expect(made).rejects.toMatchObject({ reason: 'missing' })
    for (const viewer of [maker, moderator]) {
      expect(await viewPlace(platform, viewer, id)).toMatchObject({
        visibility: 'Moderated',
        takenDown: true,
      })
      expect(await viewTakedown(platform, viewer, id)).toMatchObject({ reason: 'Stolen map' })
      await expect(joinPlace(platform, viewer, id)).rejects.toMatchObject(notThere)
      await expect(startServer(platform, viewer, id, address)).rejects.toMatchObject(notThere)
    }
    expect(await viewTakedown(platform, player, id)).toBeNull()
    await expect(startServerById(platform, moderator, { id: String(id) })).rejects.toMatchObject(notThere)
    expect((await viewProfile(platform, maker, 'Maker')).places).toMatchObject([{ id, takenDown: true }])

    await change(moderator, puttingBack)
    const back = await joinPlace(platform, maker, id)
    await redeemTicket(platform, back.ticket, undefined)
    expect(await waysThatAre(started, false)).toEqual([])
    expect(await viewPlace(platform, player, id)).toMatchObject({ visibility: 'Visible', takenDown: false })
    expect((await viewNotifications(platform, maker)).notifications).toMatchObject([
      { type: 'moderation', sender: null, note: '“Brick race” is back' },
      {
        type: 'moderation',
        note: '“Brick race” was taken down: Stolen map',
        link: `/place/${id}/Brick-race`,
      },
    ])
    expect(await audited()).toEqual([
      [
        'moderateplace',
        `place:${id}`,
        { visibility: 'Visible' },
        { visibility: 'Moderated', reason: 'Stolen map' },
      ],
      ['moderateplace', `place:${id}`, { visibility: 'Moderated' }, { visibility: 'Visible' }],
    ])
  })

  test('a takedown needs a reason, and a moderator of a level above the owner’s', async () => {
    const { platform, administrator, moderator, staff, maker, player, id, change, audited } =
      await start(kind)
    for (const reason of [undefined, '', ' \n', '\u200b', 'x'.repeat(301)])
      expect(await errorsOf(change(moderator, { visibility: 'Moderated', reason }))).toEqual({
        reason: 'Say why, in 1 to 300 characters: the owner reads it',
      })
    for (const visibility of [undefined, '', 'Pending', 'moderated'])
      expect(await errorsOf(change(moderator, { visibility, reason: 'x' }))).toEqual({
        visibility: 'Choose Visible or Moderated',
      })
    for (const actor of [maker, player])
      await expect(change(actor, takingDown)).rejects.toMatchObject({ reason: 'forbidden' })
    await updatePrivacy(platform, maker, id, { privateServer: 'on' })
    await expect(change(player, takingDown)).rejects.toMatchObject(notThere)
    await expect(moderatePlace(platform, moderator, 1, takingDown)).rejects.toMatchObject(notThere)

    const other = await staff('Other')
    const { id: theirs } = await createPlace(platform, other, { name: 'Theirs' })
    for (const actor of [moderator, other])
      await expect(moderatePlace(platform, actor, theirs, takingDown)).rejects.toMatchObject({
        reason: 'forbidden',
      })
    expect(await audited()).toEqual([])
    await moderatePlace(platform, administrator, theirs, takingDown)
    // Its owner is a moderator, and does not put it back.
    const back = moderatePlace(platform, other, theirs, puttingBack)
    await expect(back).rejects.toMatchObject({ reason: 'forbidden' })
  })

  test('two takedowns at once become one, and the owner is notified once', async () => {
    const { platform, moderator, administrator, maker, change, audited } = await start(kind)
    await Promise.all([change(moderator, takingDown), change(administrator, takingDown)])
    expect(await audited()).toHaveLength(1)
    expect((await viewNotifications(platform, maker)).notifications).toHaveLength(1)
    await Promise.all([change(moderator, puttingBack), change(administrator, puttingBack)])
    expect(await audited()).toHaveLength(2)
  })

  test('a takedown ends game sessions and the server, and invalidates issued tickets', async () => {
    const { orchestrator, platform, moderator, maker, player, id, change } = await start(kind)
    await startServer(platform, player, id, address)
    const playing = await joinPlace(platform, player, id)
    await redeemTicket(platform, playing.ticket, undefined)
    const issued = await joinPlace(platform, maker, id)
    await change(moderator, takingDown)
    const open = () =>
      platform.db.selectFrom('playing_records').selectAll().where('ended', 'is', null).execute()
    expect(await open()).toEqual([])
    await vi.waitFor(() => expect([...orchestrator.servers.keys()]).toEqual([]))
    // Presence of what has ended changes nothing.
    await platform.presence.recordClientHeartbeat(playing.ticket)
    platform.presence.recordServerHeartbeat((await viewPlaceSettings(platform, maker, id)).serverTicket)
    await platform.presence.flush()
    expect(await open()).toEqual([])
    expect((await viewPlace(platform, maker, id)).serverPing).toBe(0)

    // As if somebody had joined in the very moment of the takedown.
    await platform.db
      .updateTable('playing_records')
      .set({ ended: null })
      .where('ticket', '=', issued.ticket)
      .execute()
    await expect(redeemTicket(platform, issued.ticket, undefined)).rejects.toThrow('Invalid Game Session')
    await enforceTakedowns(platform)
    expect(await open()).toEqual([])
  })

  test('ends a server that starts during the takedown, and retries one that the orchestrator failed to end', async () => {
    const { orchestrator, platform, moderator, player, id, change } = await start(kind)
    const order = platform.orchestrator.start
    platform.orchestrator.start = async (...input) => {
      await change(moderator, takingDown)
      return order(...input)
    }
    await expect(startServer(platform, player, id, address)).rejects.toMatchObject(notThere)
    expect([...orchestrator.servers.keys()]).toEqual([])

    orchestrator.servers.set(id, { state: 'ready', port: 20_000 })
    orchestrator.trouble = (response) => response.destroy()
    await enforceTakedowns(platform)
    expect(orchestrator.servers.size).toBe(1)
    orchestrator.trouble = undefined
    await enforceTakedowns(platform)
    expect(orchestrator.servers.size).toBe(0)
  })

  test('places of a terminated account are down until the termination is lifted', async () => {
    const started = await start(kind)
    const { orchestrator, platform, administrator, moderator, maker, player, id } = started
    await requestFriendship(platform, player, 'Administrator')
    await acceptRequest(platform, administrator, 'Player')
    await startServer(platform, player, id, address)
    const join = async () => {
      const { ticket } = await joinPlace(platform, player, id)
      await redeemTicket(platform, ticket, undefined)
    }
    await join()
    expect(await viewPlayingFriends(platform, administrator)).toHaveLength(1)
    await moderate(platform, moderator, { username: 'Maker', type: 'Termination', reason: 'Fraud' })
    expect(await viewPlayingFriends(platform, administrator)).toEqual([])
    expect(await waysThatAre(started, true)).toEqual([])
    await vi.waitFor(() => expect([...orchestrator.servers.keys()]).toEqual([]))
    expect(await viewTakedown(platform, moderator, id)).toMatchObject({ reason: null, ownerTerminated: true })

    await unmoderate(platform, moderator, { username: 'Maker' })
    await join()
    expect(await waysThatAre(started, false)).toEqual([])
    await moderate(platform, moderator, { username: 'Maker', type: 'Ban', days: '1', reason: 'Fraud' })
    await viewPlace(platform, player, id)
    expect(await viewTakedown(platform, maker, id)).toMatchObject({ ownerTerminated: false })
  })

  test('an owner cannot undo what a moderator changed while the place is taken down', async () => {
    const { platform, moderator, maker, id, change } = await start(kind)
    const locked = { reason: 'forbidden', message: expect.stringContaining('A moderator changed this') }
    const rename = (actor: Actor, name: string, description = 'Rude') =>
      updateView(platform, actor, id, { name, description })
    await change(moderator, takingDown)
    // What no moderator has touched is the owner's to mend.
    await rename(maker, 'Brick race two')
    await rename(moderator, 'Game', 'Kind')
    await removeIcon(platform, moderator, id)
    await addThumbnail(platform, moderator, id, await picture)
    await updatePrivacy(platform, moderator, id, { privateServer: 'on' })
    await updatePlaceFile(platform, moderator, id, [Buffer.from('clean')])

    const undoing = [
      () => rename(maker, 'Brick race two', 'Kind'),
      () => rename(maker, 'Game'),
      async () => updateView(platform, maker, id, { name: 'Game', description: 'Kind' }, await picture),
      async () => addThumbnail(platform, maker, id, await picture),
      () => updatePrivacy(platform, maker, id, { privateServer: 'off' }),
      () => updatePlaceFile(platform, maker, id, [Buffer.from('<roblox/>')]),
    ]
    for (const undo of undoing) await expect(undo()).rejects.toMatchObject(locked)
    const settings = () => viewPlaceSettings(platform, maker, id)
    expect(await settings()).toMatchObject({
      name: 'Game',
      icon: null,
      description: { text: 'Kind' },
      privateServer: true,
      locked: ['description', 'icon', 'name', 'picture', 'private_server', 'sha256'],
    })
    expect((await settings()).thumbnails).toHaveLength(1)
    await updateNetwork(platform, maker, id, { dedicated: 'on', maxPlayers: '7' })
    await rename(maker, 'Game', 'Kind')

    await change(moderator, puttingBack)
    expect((await settings()).locked).toEqual([])
    for (const undo of undoing) await undo()
    expect(await settings()).toMatchObject({ name: 'Game', description: { text: 'Kind' } })
  })

  test('an appeal is decided by another moderator, once, and puts the place back when it is granted', async () => {
    const { platform, administrator, moderator, staff, maker, player, id, change, audited } =
      await start(kind)
    const other = await staff('Other')
    const appeal = (actor: Actor, text: unknown = 'I drew it myself') =>
      appealDecision(platform, actor, { type: 'place', id }, { text })
    const decide = (actor: Actor, decision: string, number = 1) =>
      decideAppeal(platform, actor, 'place', {
        id: String(id),
        number: String(number),
        decision,
        answer: 'We looked',
      })
    await expect(appeal(maker)).rejects.toMatchObject({ reason: 'invalid' })
    await expect(decide(other, 'Granted')).rejects.toMatchObject({ reason: 'missing' })
    await change(moderator, takingDown)
    expect(await viewTakedown(platform, maker, id)).toMatchObject({ mayAppeal: true, moderates: false })
    for (const text of [null, ' ', 'x'.repeat(1_001)])
      expect(await errorsOf(appeal(maker, text))).toHaveProperty('text')
    await expect(appeal(player)).rejects.toMatchObject(notThere)
    await expect(appeal(other)).rejects.toMatchObject({ reason: 'forbidden' })
    const appeals = await Promise.allSettled([appeal(maker), appeal(maker)])
    expect(appeals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])

    const viewGameAppeals = async (actor: Actor, state = 'Open') => {
      const viewed = await viewAppeals(platform, actor, { about: 'games', state })
      return viewed.about === 'games' ? viewed.appeals : []
    }
    const queue = async (actor: Actor) =>
      (await viewGameAppeals(actor)).map(({ id, text, whyNot }) => [id, text, whyNot])
    expect(await queue(other)).toEqual([[id, 'I drew it myself', null]])
    expect(await queue(moderator)).toEqual([[id, 'I drew it myself', expect.stringContaining('You took')]])
    expect((await viewTakedowns(platform, other, {})).places).toMatchObject([{ id, appealed: true }])
    await expect(viewAppeals(platform, maker, {})).rejects.toMatchObject({ reason: 'forbidden' })
    for (const actor of [moderator, maker])
      await expect(decide(actor, 'Granted')).rejects.toMatchObject({ reason: 'forbidden' })
    platform.pass(1)
    await decide(other, 'Refused')
    await expect(decide(other, 'Granted')).rejects.toThrow('This appeal is decided')
    expect(await viewTakedown(platform, maker, id)).toMatchObject({
      mayAppeal: false,
      appeal: { decision: 'Refused', answer: 'We looked' },
    })

    platform.pass(1)
    await change(moderator, puttingBack)
    platform.pass(1)
    await change(moderator, takingDown)
    await appeal(maker)
    platform.pass(1)
    await decide(administrator, 'Granted', 2)
    expect(await viewPlace(platform, player, id)).toMatchObject({ visibility: 'Visible' })
    expect((await viewNotifications(platform, maker)).notifications[0]).toMatchObject({
      type: 'appeal',
      note: 'Your appeal for “Brick race” was granted: We looked',
    })
    expect((await audited()).map(([action]) => action)).toEqual([
      'moderateplace',
      'refuseplaceappeal',
      'moderateplace',
      'moderateplace',
      'grantplaceappeal',
    ])
    const decided = await viewGameAppeals(other, 'Decided')
    expect(decided.map(({ decision }) => decision)).toEqual(['Granted', 'Refused'])
    expect(await queue(other)).toEqual([])
  })
})
