import type { Actor } from '../accounts/rules.ts'
import { moderate } from '../moderation/actions/moderate.ts'
import { followPlayers } from '../places/players/follow.ts'
import { reportPlayers } from '../places/players/report.ts'
import { verifyPlayer } from '../places/players/verify.ts'
import { banPlayer, kickPlayer } from '../places/removals/remove-player.ts'
import { redeemTicket } from '../places/servers/redeem.ts'
import { joinPlace } from '../places/sessions/join.ts'
import { viewPlaceSettings } from '../places/settings.ts'
import { registerPerson } from './people.ts'
import { type DatabaseKind, openTestPlatform } from './platforms.ts'
import { createPublishedPlace } from './published-place.ts'

const idle = new AbortController().signal

/** Opens a platform with a game, whose server verifies players. */
export async function startGame(
  kind: DatabaseKind,
  Verify: 'off' | 'report' = 'report',
  Engine: 'classic' | 'minetest' = 'classic',
  environment: Record<string, string> = {},
) {
  const platform = await openTestPlatform(
    kind,
    { Engine, Players: { Verify }, Gameservers: { Hosting: 'Selfhosted' } },
    environment,
  )
  const maker = await registerPerson(platform, 'Maker')
  const anna = await registerPerson(platform, 'Anna')
  const placeOf = async (name: string) => {
    const { id } = await createPublishedPlace(platform, maker, { name })
    return { id, ticket: (await viewPlaceSettings(platform, maker, { id })).serverTicket }
  }
  const place = await placeOf('A place')
  const join = async (actor: Actor, id = place.id) => {
    const { ticket } = await joinPlace(platform, actor, { id })
    const { number, key, username } = await redeemTicket(platform, ticket, undefined)
    return { ticket, number, key, username }
  }
  type Player = Awaited<ReturnType<typeof join>>
  const verify = (player: Player, server = place.ticket) => verifyPlayer(platform, server, player)
  const report = (...players: Player[]) =>
    reportPlayers(
      platform,
      place.ticket,
      players.map(({ number }) => number),
    )
  const follow = (after?: string) => followPlayers(platform, place.ticket, after, idle)
  const ban = (username: string) =>
    moderate(platform, maker, { username, type: 'Ban', reason: 'Rude', note: '', days: '1' })
  const removal = { id: place.id, reason: 'Rude' }
  const kickFromPlace = (username: string) => kickPlayer(platform, maker, { ...removal, username })
  const banFromPlace = (username: string) => banPlayer(platform, maker, { ...removal, username, days: '1' })
  return {
    ...{ platform, maker, anna, place, placeOf, join, verify, report, follow },
    ...{ ban, kickFromPlace, banFromPlace },
  }
}
