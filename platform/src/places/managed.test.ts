import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../accounts/rules.ts'
import { startFakeOrchestrator } from '../testing/orchestrator.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from '../testing/platforms.ts'
import { createPublishedPlace } from '../testing/published-place.ts'
import { removeIcon } from './pictures/remove-icon.ts'
import { addThumbnail, moveThumbnail, removeThumbnail } from './pictures/thumbnails.ts'
import { closeServer } from './servers/close-server.ts'
import { updateServices } from './services.ts'
import {
  regeneratePrivateTicket,
  regenerateServerTicket,
  updateNetwork,
  updatePrivacy,
  viewPlaceSettings,
} from './settings.ts'
import { updateView } from './update-view.ts'
import { restoreVersion } from './versions/restore.ts'
import { updatePlaceFile } from './versions/update-file.ts'

const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

describe.each(databases)('changes to places on %s', (kind) => {
  test('logs changes by moderators, without secrets, and none by the owner', async () => {
    const orchestrator = await startFakeOrchestrator()
    const platform = await openTestPlatform(kind, {
      Gameservers: { Hosting: 'Dedicated' },
      Orchestrator: { PrivateURL: `${orchestrator.url}/` },
    })
    const moderator = await registerPerson(platform, 'Moderator')
    const maker = await registerPerson(platform, 'Maker')
    const { id } = await createPublishedPlace(platform, maker, { name: 'A place', description: 'Old' })
    const changes = changesOf(platform, id)
    const log = async () =>
      (await platform.db.selectFrom('audit_log').selectAll().orderBy('created').execute()).map(
        ({ actor_id, action, subject, before, after }) => [
          [actor_id === moderator.id, action, subject === `place:${id}`],
          before && JSON.parse(before),
          after && JSON.parse(after),
        ],
      )
    for (const change of changes) await change(maker)
    expect(await log()).toEqual([])
    await removeThumbnail(platform, maker, { id, thumbnail: '2' })
    for (const change of changes) {
      platform.pass(1)
      await change(moderator)
    }
    const changed = [true, 'changeplace', true]
    expect(await log()).toMatchObject([
      [changed, { sha256: expect.any(String) }, { sha256: expect.any(String) }],
      [changed, { sha256: expect.any(String) }, { sha256: expect.any(String) }],
      [changed, { name: 'Renamed', icon: null }, { name: 'Renamed' }],
      [changed, {}, { icon: null }],
      [changed, null, { picture: 1 }],
      [changed, null, { picture: 2 }],
      [changed, { pictures: [1, 2] }, { pictures: [2, 1] }],
      [changed, { picture: 1 }, null],
      [changed, { dedicated: 1, max_players: 9 }, { dedicated: 1, max_players: 9 }],
      [changed, { private_server: 1 }, { private_server: 1 }],
      [changed, { services: 1 }, { services: 1 }],
      [changed, null, { regenerated: 'server_ticket' }],
      [changed, null, { regenerated: 'private_ticket' }],
      [[true, 'closeserver', true], null, null],
    ])
    for (const change of removals(platform, id)) await change(moderator)
    expect(await log()).toHaveLength(changes.length)
    const { privateTicket, serverTicket } = await viewPlaceSettings(platform, maker, { id })
    const text = JSON.stringify(await platform.db.selectFrom('audit_log').selectAll().execute())
    for (const secret of [privateTicket, serverTicket]) expect(text).not.toContain(secret)
  })
})

/** Removals of pictures that the changes below have removed. */
const removals = (platform: TestPlatform, id: number): ((actor: Actor) => Promise<void>)[] => [
  (actor) => removeIcon(platform, actor, { id }),
  (actor) => removeThumbnail(platform, actor, { id, thumbnail: '1' }),
]

/** Changes to a place that the audit log records, in an order that works. */
const changesOf = (platform: TestPlatform, id: number): ((actor: Actor) => Promise<unknown>)[] => [
  (actor) => updatePlaceFile(platform, actor, id, [Buffer.from(actor.username)]),
  async (actor) => {
    const { versions } = await viewPlaceSettings(platform, actor, { id })
    await restoreVersion(platform, actor, { id, version: `${versions.at(-1)?.version}` })
  },
  async (actor) => updateView(platform, actor, { id, name: 'Renamed', icon: await picture }),
  (actor) => removeIcon(platform, actor, { id }),
  async (actor) => addThumbnail(platform, actor, { id, picture: await picture }),
  async (actor) => addThumbnail(platform, actor, { id, picture: await picture }),
  (actor) => moveThumbnail(platform, actor, { id, thumbnail: '1', to: 'later' }),
  (actor) => removeThumbnail(platform, actor, { id, thumbnail: '1' }),
  (actor) => updateNetwork(platform, actor, { id, dedicated: 'on', maxPlayers: '9' }),
  (actor) => updatePrivacy(platform, actor, { id, privateServer: 'on' }),
  (actor) => updateServices(platform, actor, { id, enabled: 'on' }),
  (actor) => regenerateServerTicket(platform, actor, { id: id }),
  (actor) => regeneratePrivateTicket(platform, actor, { id: id }),
  (actor) => closeServer(platform, actor, { id }),
]
