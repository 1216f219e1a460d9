import type { Actor } from '../../../accounts/rules.ts'
import type { ConfigInput } from '../../../config/schema.ts'
import { minetestGame } from '../../../testing/minetest-game.ts'
import { startFakeOrchestrator } from '../../../testing/orchestrator.ts'
import { registerPerson } from '../../../testing/people.ts'
import { type DatabaseKind, openTestPlatform } from '../../../testing/platforms.ts'
import { createPublishedPlace } from '../../../testing/published-place.ts'
import { joinPlace } from '../../sessions/join.ts'
import { updatePlaceFile } from '../../versions/update-file.ts'
import { viewPlace } from '../../view.ts'
import { redeemTicket } from '../redeem.ts'

export const address = '192.0.2.1'

/** Starts a platform with a simulated orchestrator, and a place with a file. */
export async function startWithOrchestrator(
  kind: DatabaseKind,
  Gameservers: ConfigInput['Gameservers'] = { Hosting: 'Dedicated' },
  Engine: ConfigInput['Engine'] = 'classic',
) {
  const orchestrator = await startFakeOrchestrator()
  const Orchestrator = { PrivateURL: `${orchestrator.url}/`, PublicURL: 'https://play.example:8443' }
  const platform = await openTestPlatform(kind, { Engine, Gameservers, Orchestrator })
  const administrator = await registerPerson(platform, 'Administrator')
  const maker = await registerPerson(platform, 'Maker')
  const player = await registerPerson(platform, 'Player')
  const { id } = await createPublishedPlace(platform, maker, { name: 'My place' })
  await updatePlaceFile(platform, maker, id, [
    Engine === 'minetest' ? minetestGame() : Buffer.from('<roblox/>'),
  ])
  const join = async (actor: Actor) => {
    const { ticket } = await joinPlace(platform, actor, { id })
    return { ticket, ...(await redeemTicket(platform, ticket, undefined)) }
  }
  const players = async () =>
    (await viewPlace(platform, maker, { id })).players.map(({ username }) => username)
  const serversFor = async (actor: Actor) => (await viewPlace(platform, actor, { id })).servers
  return { orchestrator, platform, administrator, maker, player, id, join, players, serversFor }
}
