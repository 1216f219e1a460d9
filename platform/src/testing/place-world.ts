import sharp from 'sharp'
import { type Actor, permissionLevel } from '../accounts/rules.ts'
import { moderatePlace } from '../moderation/takedowns/moderate-place.ts'
import { updateNetwork } from '../places/settings.ts'
import { updateView } from '../places/update-view.ts'
import { updatePlaceFile } from '../places/versions/update-file.ts'
import { startFakeOrchestrator } from './orchestrator.ts'
import { registerPerson } from './people.ts'
import { type DatabaseKind, openTestPlatform } from './platforms.ts'
import { createPublishedPlace } from './published-place.ts'

export const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
export const notThere = { reason: 'missing', message: 'Place not found' }
export const takingDown = { visibility: 'Moderated', reason: 'Stolen map' }
export const puttingBack = { visibility: 'Visible' }

/** Starts a platform with a dedicated place, its maker, a player and staff. */
export async function startWithPlace(kind: DatabaseKind) {
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
  const { id } = await createPublishedPlace(platform, maker, { name: 'Brick race' })
  await updatePlaceFile(platform, maker, id, [Buffer.from('<roblox/>')])
  await updateNetwork(platform, maker, { id, dedicated: 'on', maxPlayers: '10' })
  await updateView(platform, maker, { id, name: 'Brick race', description: 'Rude', icon: await picture })
  const change = (actor: Actor, input: object) => moderatePlace(platform, actor, { ...input, id })
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
