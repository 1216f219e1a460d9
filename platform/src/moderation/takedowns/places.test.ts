import { describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { viewProfile } from '../../people/profiles/view.ts'
import { removeIcon } from '../../places/pictures/remove-icon.ts'
import { addThumbnail } from '../../places/pictures/thumbnails.ts'
import { startServerById } from '../../places/servers/admin/start-server.ts'
import { redeemTicket } from '../../places/servers/redeem.ts'
import { startServer } from '../../places/servers/start-server.ts'
import { joinPlace } from '../../places/sessions/join.ts'
import { updateNetwork, updatePrivacy, viewPlaceSettings } from '../../places/settings.ts'
import { updateView } from '../../places/update-view.ts'
import { updatePlaceFile } from '../../places/versions/update-file.ts'
import { viewPlace } from '../../places/view.ts'
import { errorsOf } from '../../testing/errors.ts'
import { notThere, picture, puttingBack, startWithPlace, takingDown } from '../../testing/place-world.ts'
import { databases } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { waysThatAre } from '../../testing/ways-to-place.ts'
import { report } from '../reports/report.ts'
import { moderatePlace } from './moderate-place.ts'
import { viewTakedown } from './view.ts'

const address = '192.0.2.1'

describe.each(databases)('takedowns of places on %s', (kind) => {
  test('hides a place that is taken down and refuses to serve it, until it is put back', async () => {
    const started = await startWithPlace(kind)
    const { platform, moderator, maker, player, id, change, audited } = started
    const { ticket } = await joinPlace(platform, maker, { id })
    await redeemTicket(platform, ticket, undefined)
    expect(await waysThatAre(started, false)).toEqual([])

    await change(moderator, takingDown)
    expect(await waysThatAre(started, true)).toEqual([])
    const made = report(platform, player, { type: 'place', id: String(id), category: 'Spam' })
    await expect(made).rejects.toMatchObject({ reason: 'missing' })
    for (const viewer of [maker, moderator]) {
      expect(await viewPlace(platform, viewer, { id })).toMatchObject({
        visibility: 'Moderated',
        takenDown: true,
      })
      expect(await viewTakedown(platform, viewer, id)).toMatchObject({ reason: 'Stolen map' })
      await expect(joinPlace(platform, viewer, { id })).rejects.toMatchObject(notThere)
      await expect(startServer(platform, viewer, { id }, { address })).rejects.toMatchObject(notThere)
    }
    expect(await viewTakedown(platform, player, id)).toBeNull()
    await expect(startServerById(platform, moderator, { id: String(id) })).rejects.toMatchObject(notThere)
    expect((await viewProfile(platform, maker, { username: 'Maker' })).places).toMatchObject([
      { id, takenDown: true },
    ])

    await change(moderator, puttingBack)
    const back = await joinPlace(platform, maker, { id })
    await redeemTicket(platform, back.ticket, undefined)
    expect(await waysThatAre(started, false)).toEqual([])
    expect(await viewPlace(platform, player, { id })).toMatchObject({
      visibility: 'Visible',
      takenDown: false,
    })
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
      await startWithPlace(kind)
    for (const reason of [undefined, '', ' \n', '\u200b', 'x'.repeat(301)])
      expect(await errorsOf(change(moderator, { visibility: 'Moderated', reason }))).toEqual({
        reason: 'Enter a reason of 1 to 300 characters',
      })
    for (const visibility of [undefined, '', 'Pending', 'moderated'])
      expect(await errorsOf(change(moderator, { visibility, reason: 'x' }))).toEqual({
        visibility: 'Choose Visible or Moderated',
      })
    for (const actor of [maker, player])
      await expect(change(actor, takingDown)).rejects.toMatchObject({ reason: 'forbidden' })
    await updatePrivacy(platform, maker, { id, privateServer: 'on' })
    await expect(change(player, takingDown)).rejects.toMatchObject(notThere)
    await expect(moderatePlace(platform, moderator, { ...takingDown, id: 1 })).rejects.toMatchObject(notThere)

    const other = await staff('Other')
    const { id: theirs } = await createPublishedPlace(platform, other, { name: 'Theirs' })
    for (const actor of [moderator, other])
      await expect(moderatePlace(platform, actor, { ...takingDown, id: theirs })).rejects.toMatchObject({
        reason: 'forbidden',
      })
    expect(await audited()).toEqual([])
    await moderatePlace(platform, administrator, { ...takingDown, id: theirs })
    // The owner is a moderator too, but cannot put their own place back.
    const back = moderatePlace(platform, other, { ...puttingBack, id: theirs })
    await expect(back).rejects.toMatchObject({ reason: 'forbidden' })
  })

  test('two takedowns at once become one, and the owner is notified once', async () => {
    const { platform, moderator, administrator, maker, change, audited } = await startWithPlace(kind)
    await Promise.all([change(moderator, takingDown), change(administrator, takingDown)])
    expect(await audited()).toHaveLength(1)
    expect((await viewNotifications(platform, maker)).notifications).toHaveLength(1)
    await Promise.all([change(moderator, puttingBack), change(administrator, puttingBack)])
    expect(await audited()).toHaveLength(2)
  })

  test('an owner cannot undo what a moderator changed while the place is taken down', async () => {
    const { platform, moderator, maker, id, change } = await startWithPlace(kind)
    const locked = { reason: 'forbidden', message: expect.stringContaining('A moderator changed this') }
    const rename = (actor: Actor, name: string, description = 'Rude') =>
      updateView(platform, actor, { id, name, description })
    await change(moderator, takingDown)
    // The owner can change settings that no moderator has changed.
    await rename(maker, 'Brick race two')
    await rename(moderator, 'Game', 'Kind')
    await removeIcon(platform, moderator, { id })
    await addThumbnail(platform, moderator, { id, picture: await picture })
    await updatePrivacy(platform, moderator, { id, privateServer: 'on' })
    await updatePlaceFile(platform, moderator, id, [Buffer.from('clean')])

    const undoing = [
      () => rename(maker, 'Brick race two', 'Kind'),
      () => rename(maker, 'Game'),
      async () => updateView(platform, maker, { id, name: 'Game', description: 'Kind', icon: await picture }),
      async () => addThumbnail(platform, maker, { id, picture: await picture }),
      () => updatePrivacy(platform, maker, { id, privateServer: 'off' }),
      () => updatePlaceFile(platform, maker, id, [Buffer.from('<roblox/>')]),
    ]
    for (const undo of undoing) await expect(undo()).rejects.toMatchObject(locked)
    const settings = () => viewPlaceSettings(platform, maker, { id })
    expect(await settings()).toMatchObject({
      name: 'Game',
      icon: null,
      description: { text: 'Kind' },
      privateServer: true,
      locked: ['description', 'icon', 'name', 'picture', 'private_server', 'sha256'],
    })
    expect((await settings()).thumbnails).toHaveLength(1)
    await updateNetwork(platform, maker, { id, dedicated: 'on', maxPlayers: '7' })
    await rename(maker, 'Game', 'Kind')

    await change(moderator, puttingBack)
    expect((await settings()).locked).toEqual([])
    for (const undo of undoing) await undo()
    expect(await settings()).toMatchObject({ name: 'Game', description: { text: 'Kind' } })
  })
})
