import { day, minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../accounts/rules.ts'
import { moderatePlace } from '../moderation/takedowns/moderate-place.ts'
import { acceptRequest, requestFriendship } from '../social/friendships.ts'
import { listsOf, namesOfLists } from '../testing/lists-of-places.ts'
import { registerPerson } from '../testing/people.ts'
import { notThere, picture, takingDown } from '../testing/place-world.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { archivePlace, unarchivePlace } from './archive.ts'
import { createPlace } from './create.ts'
import { deletePlace } from './delete.ts'
import { eraseDeletedPlaces } from './erase-deleted.ts'
import { favouritePlace } from './favourites/favourite.ts'
import { publishPlace } from './publish.ts'
import { hostPlace } from './servers/host.ts'
import { redeemTicket } from './servers/redeem.ts'
import { writeHeartbeats } from './servers/write-heartbeats.ts'
import { joinPlace } from './sessions/join.ts'
import { joinOrWait } from './sessions/join-or-wait.ts'
import { updateView } from './update-view.ts'
import { updatePlaceFile } from './versions/update-file.ts'
import { viewPlace } from './view.ts'
import { tallyVisits } from './visits/tally.ts'

const name = 'Kelp forest'
const archived = { reason: 'conflict', problem: { code: 'places.archived' } }

describe.each(databases)('a place on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const admin = await registerPerson(platform, 'Admin')
    const maker = await registerPerson(platform, 'Maker')
    const player = await registerPerson(platform, 'Player')
    const friend = await registerPerson(platform, 'Friend')
    await requestFriendship(platform, player, { username: 'Friend' })
    await acceptRequest(platform, friend, { username: 'Player' })
    const { id } = await createPlace(platform, maker, { name })
    await updateView(platform, maker, { id, name, description: '', genre: 'Puzzle', tags: 'kelp' })
    const { server_ticket: serverTicket } = await platform.db
      .selectFrom('places')
      .select('server_ticket')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const play = async (actor: Actor) => {
      const { ticket } = await joinPlace(platform, actor, { id })
      await redeemTicket(platform, ticket, undefined)
      return ticket
    }
    /** Gives every list a reason to show the place. */
    const enjoy = async () => {
      await favouritePlace(platform, player, { id })
      await play(player)
      await play(friend)
      await tallyVisits(platform)
    }
    const lists = () => listsOf(platform, player, { id, maker, friend })
    const upload = () => updatePlaceFile(platform, maker, id, [Buffer.from('<roblox/>')])
    const ended = async () =>
      (await platform.db.selectFrom('playing_records').select('ended').execute()).every((row) => row.ended)
    const erase = () => eraseDeletedPlaces(platform)
    return {
      platform,
      admin,
      maker,
      player,
      friend,
      id,
      serverTicket,
      play,
      enjoy,
      lists,
      upload,
      ended,
      erase,
    }
  }

  test('is in no list while it is a draft, and in all of them once it has a file', async () => {
    const { platform, player, id, enjoy, lists, upload } = await start()
    await enjoy()
    expect(await lists()).toEqual([])
    expect((await viewPlace(platform, player, { id })).published).toBe(false)
    await upload()
    expect(await lists()).toEqual(namesOfLists)
    expect((await viewPlace(platform, player, { id })).published).toBe(true)
  })

  test('is published by the first heartbeat of a server of its own', async () => {
    const { platform, player, id, serverTicket } = await start()
    await writeHeartbeats(platform.db, new Map(), new Map([[serverTicket, platform.now()]]))
    expect((await viewPlace(platform, player, { id })).published).toBe(true)
  })

  test('is published by its maker, and by nobody else', async () => {
    const { platform, maker, player, id } = await start()
    await expect(publishPlace(platform, player, { id })).rejects.toMatchObject({ reason: 'forbidden' })
    expect((await viewPlace(platform, player, { id })).published).toBe(false)
    await publishPlace(platform, maker, { id })
    expect((await viewPlace(platform, player, { id })).published).toBe(true)
  })

  test('comes first among new places when it is published, not when it was created', async () => {
    const { platform, maker, upload } = await start()
    platform.pass(minute)
    const later = await createPlace(platform, maker, { name: 'Later' })
    await publishPlace(platform, maker, { id: later.id })
    platform.pass(minute)
    await upload()
    const { rows } = {
      rows: await platform.db.selectFrom('places').select('name').orderBy('published').execute(),
    }
    expect(rows.map((row) => row.name)).toEqual(['Later', name])
  })

  test('lets players join, and its server begin, while it is a draft', async () => {
    const { platform, player, id, serverTicket, play } = await start()
    await play(player)
    expect(await hostPlace(platform, serverTicket)).toMatchObject({ placeId: id })
  })

  test('leaves all lists when it is archived, ends its games and refuses players until it is back', async () => {
    const { platform, maker, player, id, serverTicket, enjoy, lists, upload, ended, play } = await start()
    await upload()
    await enjoy()
    await archivePlace(platform, maker, { id })
    expect(await ended()).toBe(true)
    expect(await lists()).toEqual([])
    expect(await viewPlace(platform, player, { id })).toMatchObject({ archived: true, favourited: true })
    await expect(joinPlace(platform, player, { id })).rejects.toMatchObject(archived)
    await expect(joinOrWait(platform, maker, { id })).rejects.toMatchObject(archived)
    await expect(hostPlace(platform, serverTicket)).rejects.toMatchObject(archived)
    await unarchivePlace(platform, maker, { id })
    await play(player)
    expect(await lists()).toContain('new')
  })

  test('refuses a ticket that was issued before it was archived', async () => {
    const { platform, maker, player, id } = await start()
    const { ticket } = await joinPlace(platform, player, { id })
    await platform.db.updateTable('places').set({ archived: 1 }).where('id', '=', id).execute()
    await expect(redeemTicket(platform, ticket, undefined)).rejects.toThrow('Invalid Game Session')
    await expect(archivePlace(platform, player, { id })).rejects.toMatchObject({ reason: 'forbidden' })
    await unarchivePlace(platform, maker, { id })
  })

  test('is gone for everybody once it is deleted, and frees its number of the limit', async () => {
    const { platform, admin, maker, player, id, serverTicket, enjoy, lists, upload, ended } = await start()
    await upload()
    await enjoy()
    await deletePlace(platform, maker, { id, name })
    expect(await ended()).toBe(true)
    expect(await lists()).toEqual([])
    for (const viewer of [admin, maker, player])
      await expect(viewPlace(platform, viewer, { id })).rejects.toMatchObject(notThere)
    await expect(joinPlace(platform, player, { id })).rejects.toMatchObject(notThere)
    await expect(hostPlace(platform, serverTicket)).rejects.toThrow('Invalid Server ticket')
    await expect(upload()).rejects.toMatchObject(notThere)
    for (let count = 0; count < platform.config.Places.PerUser; count++)
      await createPlace(platform, maker, { name: `Next ${count}` })
  })

  test('is deleted only by its owner, with its name and a fresh proof, and not while it is taken down', async () => {
    const { platform, admin, maker, id } = await start()
    const wrong = deletePlace(platform, maker, { id, name: 'kelp forest' })
    await expect(wrong).rejects.toMatchObject({ problems: { name: { code: 'places.name_differs' } } })
    const stale = { ...maker, proved: platform.now() - 11 * minute }
    await expect(deletePlace(platform, stale, { id, name })).rejects.toMatchObject({
      problem: { code: 'accounts.fresh_proof_required' },
    })
    await expect(deletePlace(platform, admin, { id, name })).rejects.toMatchObject({
      problem: { code: 'places.deleting_forbidden' },
    })
    await moderatePlace(platform, admin, { ...takingDown, id })
    await expect(deletePlace(platform, maker, { id, name })).rejects.toMatchObject({
      problem: { code: 'places.deleting_moderated' },
    })
    expect((await viewPlace(platform, maker, { id })).id).toBe(id)
  })

  test('loses its content some days after its deletion, without the contents that other places use', async () => {
    const { platform, maker, player, id, enjoy, upload, erase } = await start()
    await upload()
    await updateView(platform, maker, { id, name, description: '', icon: await picture })
    const other = await createPlace(platform, player, { name: 'Other' })
    await updatePlaceFile(platform, player, other.id, [Buffer.from('<roblox/>')])
    await enjoy()
    await deletePlace(platform, maker, { id, name })
    platform.pass(14 * day - 1)
    await erase()
    expect(await platform.db.selectFrom('places').select('id').execute()).toHaveLength(2)
    platform.pass(1)
    await erase()
    expect(await platform.db.selectFrom('places').select('id').execute()).toEqual([{ id: other.id }])
    for (const table of ['place_players', 'playing_records', 'place_favourites', 'place_tags'] as const)
      expect(await platform.db.selectFrom(table).select('place_id').execute()).toEqual([])
    const files = platform.db.selectFrom('place_files').select('size')
    expect(await files.execute()).toEqual([{ size: 9 }])
    expect(await platform.files.exists(`icons/${id}.avif`)).toBe(false)
    expect(await platform.files.exists(`places/${other.id}`)).toBe(true)
  })
})
