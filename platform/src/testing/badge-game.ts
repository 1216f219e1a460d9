import type { Actor } from '../accounts/rules.ts'
import { awardBadge } from '../badges/award.ts'
import { createBadge } from '../badges/create.ts'
import { startDataGame } from './data-game.ts'
import { colouredPicture } from './picture-world.ts'
import type { DatabaseKind } from './platforms.ts'

/** Opens a platform with a game that has badges. A second place shares its world. */
export async function startBadgeGame(kind: DatabaseKind, environment: Record<string, string> = {}) {
  const game = await startDataGame(kind, environment)
  const { platform, maker, place, servers } = game
  const create = async (name: string, more: Record<string, unknown> = {}, by: Actor = maker) =>
    createBadge(platform, by, {
      id: place.id,
      name,
      description: 'For testers',
      icon: await colouredPicture('red'),
      ...more,
    })
  const award = async (badge: number, number: number, server = servers[0]) =>
    (await awardBadge(platform, server.caller, badge, number)).awarded
  return { ...game, create, award }
}
