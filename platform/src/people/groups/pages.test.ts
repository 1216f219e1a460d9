import { hour } from '@baseplate/service/clock'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { permissionLevel } from '../../accounts/rules.ts'
import { viewStorage } from '../../accounts/storage/quota.ts'
import { muteUser } from '../../blocking/mute.ts'
import { viewComments } from '../../comments/view-comments.ts'
import { report } from '../../moderation/reports/report.ts'
import { deleteGroupComment } from '../../moderation/takedowns/moderate-comment.ts'
import { closeGroup } from '../../moderation/takedowns/moderate-group.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { updatePrivacy } from '../../places/settings.ts'
import { errorsOf } from '../../testing/errors.ts'
import { registerPerson, sender } from '../../testing/people.ts'
import { addGroup, groupId, groupName } from '../../testing/picture-world.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { commentOnGroup } from './comment.ts'
import { groupFileReferences, readGroupIcon, sweepGroupIcons } from './icons.ts'
import { listGroups } from './list.ts'
import { joinGroup, leaveGroup } from './membership.ts'
import { addGroupPlace, removeGroupPlace } from './places.ts'
import { mayOpenGroupSettings, removeGroupIcon, updateGroup, viewGroupSettings } from './settings.ts'
import { viewGroup } from './view.ts'

const name = groupName
const id = groupId

const picture = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()

describe.each(databases)('pages of groups on %s', (kind) => {
  async function start(config = {}) {
    const platform = await openTestPlatform(kind, config)
    const moderator = {
      ...(await registerPerson(platform, 'Moderator')),
      permissionLevel: permissionLevel.moderator,
    }
    const [owner, member, stranger] = [
      await registerPerson(platform, 'Owner'),
      await registerPerson(platform, 'Member'),
      await registerPerson(platform, 'Stranger'),
    ] as const
    await addGroup(platform, owner)
    for (const actor of [owner, member]) await joinGroup(platform, actor, { name })
    const view = (viewer = stranger) => viewGroup(platform, viewer, { name })
    return { platform, moderator, owner, member, stranger, view }
  }

  test('have a description and an icon, which the owner and moderators change', async () => {
    const { platform, moderator, owner, member, view } = await start({ Filtering: { Words: ['darn'] } })
    await updateGroup(platform, owner, {
      name,
      description: 'We build darn castles',
      icon: await picture('red'),
    })
    const group = await view()
    expect(group).toMatchObject({ description: 'We build #### castles', icon: expect.any(String) })
    expect((await listGroups(platform, {})).groups).toMatchObject([{ name, icon: group.icon }])
    const icon = group.icon ?? ''
    const file = await readGroupIcon(platform, member, { name, hash: icon })
    expect((await viewStorage(platform, owner.id)).used).toBe(file.size)
    await file.close()

    await expect(updateGroup(platform, member, { name, description: 'Ours' })).rejects.toMatchObject({
      reason: 'forbidden',
    })
    await expect(viewGroupSettings(platform, member, { name })).rejects.toMatchObject({ reason: 'forbidden' })
    expect(await errorsOf(updateGroup(platform, owner, { name, icon: Buffer.from('no picture') }))).toEqual({
      icon: 'Icon must be an image',
    })
    const avif = Buffer.from('\0\0\0\x1cftypavif\0\0\0\0')
    expect(await errorsOf(updateGroup(platform, owner, { name, icon: avif }))).toEqual({
      icon: 'This isn’t a PNG, JPEG, WebP or GIF image',
    })
    const damaged = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
    expect(await errorsOf(updateGroup(platform, owner, { name, icon: damaged }))).toEqual({
      icon: 'This image is damaged',
    })
    await updateGroup(platform, moderator, { name, description: 'We build castles' })
    expect(await view()).toMatchObject({ description: 'We build castles', icon })
    await removeGroupIcon(platform, moderator, { name })
    expect(await view()).toMatchObject({ icon: null })
    await expect(readGroupIcon(platform, member, { name, hash: icon })).rejects.toMatchObject({
      reason: 'missing',
    })
    expect((await viewStorage(platform, owner.id)).used).toBe(0)
    const log = await platform.db.selectFrom('audit_log').select(['action', 'subject']).execute()
    expect(log).toEqual(Array(2).fill({ action: 'changegroup', subject: `group:${id}` }))
  })

  test('keep the icon that their row names, and sweep earlier ones after an hour', async () => {
    const { platform, owner } = await start()
    const set = async (colour: string) => {
      await updateGroup(platform, owner, { name, icon: await picture(colour) })
      return `group-icons/${id}-${(await viewGroup(platform, owner, { name })).icon}.avif`
    }
    const first = await set('red')
    const second = await set('blue')
    await sweepGroupIcons(platform)
    expect(await platform.files.exists(first)).toBe(true)
    await sweepGroupIcons({ ...platform, now: () => Date.now() + 2 * hour })
    expect(await platform.files.exists(first)).toBe(false)
    expect(await platform.files.exists(second)).toBe(true)
    const references = await Array.fromAsync(groupFileReferences(platform.db))
    expect(references).toEqual([{ name: second, sha256: expect.any(String) }])
  })

  test('list public games of the owner', async () => {
    const { platform, moderator, owner, member, view } = await start()
    const [castle, secret, foreign] = [
      await createPublishedPlace(platform, owner, { name: 'Castle', description: '' }).finally(() =>
        platform.pass(1),
      ),
      await createPublishedPlace(platform, owner, { name: 'Secret', description: '' }),
      await createPublishedPlace(platform, member, { name: 'Foreign', description: '' }),
    ] as const
    await updatePrivacy(platform, owner, { id: secret.id, privateServer: 'on' })
    for (const { id } of [castle, secret]) await addGroupPlace(platform, owner, { name, place: `${id}` })
    expect((await view()).places.map((place) => place.name)).toEqual(['Castle'])
    expect(await viewGroupSettings(platform, owner, { name })).toMatchObject({
      places: [{ name: 'Secret', privateServer: true }, { name: 'Castle' }],
      otherPlaces: [],
    })
    for (const place of [`${foreign.id}`, 'none', '']) {
      expect(await errorsOf(addGroupPlace(platform, owner, { name, place }))).toEqual({
        place: 'Choose one of your own games',
      })
    }
    await expect(addGroupPlace(platform, member, { name, place: `${foreign.id}` })).rejects.toMatchObject({
      reason: 'forbidden',
    })
    await removeGroupPlace(platform, moderator, { name, place: `${castle.id}` })
    expect((await view()).places).toEqual([])
    expect((await viewGroupSettings(platform, owner, { name })).otherPlaces).toEqual([
      { id: castle.id, name: 'Castle' },
    ])
  })

  test('list games of members where the owner allows it, until the members leave', async () => {
    const { platform, moderator, owner, member, stranger, view } = await start()
    const make = async (actor = member) => {
      const { id } = await createPublishedPlace(platform, actor, { name: 'Raft', description: '' })
      return { place: `${id}` }
    }
    const rafts = await Array.fromAsync(Array.from({ length: 6 }), () => make())
    const [first = { place: '' }, ...others] = rafts
    await updateGroup(platform, owner, { name, memberGames: 'true' })
    await updateGroup(platform, owner, { name, description: 'Ours' })
    expect([(await view(member)).addsGames, (await view()).addsGames]).toEqual([true, false])
    for (const raft of rafts.slice(0, 5)) await addGroupPlace(platform, member, { name, ...raft })
    expect(await errorsOf(addGroupPlace(platform, member, { name, ...others[4] }))).toEqual({
      place: 'You already have 5 games in this group. Remove one first.',
    })
    await expect(
      addGroupPlace(platform, stranger, { name, ...(await make(stranger)) }),
    ).rejects.toMatchObject({
      reason: 'forbidden',
    })
    expect(await viewGroupSettings(platform, member, { name })).toMatchObject({
      manages: false,
      places: { length: 5 },
      otherPlaces: [{ name: 'Raft' }],
    })
    expect((await viewGroupSettings(platform, owner, { name })).places).toHaveLength(5)

    // A moderator who is a member still changes the whole group, and adds games as other members do.
    await joinGroup(platform, moderator, { name })
    const extra = await make(moderator)
    expect(await viewGroupSettings(platform, moderator, { name })).toMatchObject({
      manages: true,
      places: { length: 5 },
      otherPlaces: [{ id: Number(extra.place) }],
    })
    await removeGroupPlace(platform, owner, { name, ...first })
    await updateGroup(platform, owner, { name, memberGames: 'false' })
    expect(await errorsOf(addGroupPlace(platform, moderator, { name, ...extra }))).toEqual({
      place: 'Choose one of your own games',
    })
    expect(await view(member)).toMatchObject({ addsGames: false, hasGames: true })
    expect(await viewGroupSettings(platform, member, { name })).toMatchObject({
      manages: false,
      places: { length: 4 },
      otherPlaces: [],
    })
    await removeGroupPlace(platform, member, { name, ...others[0] })
    await expect(addGroupPlace(platform, member, { name, ...first })).rejects.toMatchObject({
      reason: 'forbidden',
    })
    expect((await view()).places).toHaveLength(3)
    expect(await mayOpenGroupSettings(platform, member, name)).toBe(true)
    for (const own of others.slice(1)) await removeGroupPlace(platform, member, { name, ...own })
    expect(await mayOpenGroupSettings(platform, member, name)).toBe(false)
    await leaveGroup(platform, member, { name })
    expect((await view()).places).toEqual([])
  })

  test('have a wall for members, where the owner deletes and moderators take down', async () => {
    const { platform, moderator, owner, member, stranger } = await start()
    let address = 0
    const say = async (actor = member, fields: object = {}) => {
      platform.pass(1)
      const input = { content: 'Hello builders', ...fields }
      return (
        await commentOnGroup(platform, actor, { name, ...input }, { ...sender, address: `${address++}` })
      ).id
    }
    const thread = { about: 'group', id } as const
    const wall = async (viewer = stranger, isHost = false) =>
      (await viewComments(platform.db, viewer, thread, { isHost })).comments
    const first = await say()
    const reply = await say(owner, { content: 'Welcome', replyId: first })
    expect(await wall()).toMatchObject([
      { id: first, mayRemove: false, mayDelete: false, replies: [{ id: reply, content: 'Welcome' }] },
    ])
    expect((await viewNotifications(platform, owner)).notifications).toMatchObject([
      { note: `commented on “${name}”`, sender: 'Member', link: '/groups/The%20Builders' },
    ])
    await expect(say(stranger)).rejects.toMatchObject({ reason: 'forbidden' })

    const rude = await say(member, { content: 'Rude' })
    await report(platform, stranger, { type: 'comment', id: rude, category: 'Harassment' })
    await deleteGroupComment(platform, moderator, { name, commentId: rude, reason: 'Be kind' })
    expect((await viewNotifications(platform, member)).notifications[0]).toMatchObject({
      note: `Your comment on “${name}” was removed: Be kind`,
    })
    await expect(deleteGroupComment(platform, stranger, { name, commentId: first })).rejects.toMatchObject({
      reason: 'forbidden',
    })
    expect(await wall(owner, true)).toMatchObject([{ id: first, mayDelete: true }])
    // An owner who muted a member still moderates what the member writes.
    await muteUser(platform, owner, { username: 'Member' })
    expect((await wall(owner, true))[0]).toMatchObject({ id: first, mayDelete: true, author: {} })
    expect((await wall(owner))[0]).toMatchObject({ id: first, content: null })
    await deleteGroupComment(platform, owner, { name, commentId: first })
    expect(await wall()).toMatchObject([{ id: first, content: null, replies: [{ id: reply }] }])

    await closeGroup(platform, moderator, { name, reason: 'Spam' })
    await expect(say()).rejects.toMatchObject({ reason: 'missing' })
  })
})
