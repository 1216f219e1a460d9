import { randomInt } from 'node:crypto'
import { maxPlayerNumber } from '@baseplate/platform/accounts/numbers/rules'
import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { redeemTicket } from '@baseplate/platform/places/door'
import { verifiesPlayers } from '@baseplate/platform/places/players/rules'
import type { Membership } from '../scripts/literals.ts'
import type { ClientServices } from '../services.ts'
import { type JoinValues, jsonJoinScript } from './join-json.ts'

const localTest = { address: 'localhost', port: 53_640, username: 'Player1' } as const

/**
 * Spends a join ticket and returns its script, in the form of `Client.JoinScript`. Without a ticket, the script joins a local test
 * server.
 *
 * @param ticket an empty ticket is an invalid one.
 * @param privateServer the private ticket; empty, as launchers without one send it: none.
 * @throws Refused as `redeemTicket`
 */
export async function joinScript(
  services: ClientServices,
  ticket: string | undefined,
  privateServer: string | undefined,
  signal?: AbortSignal,
): Promise<string> {
  const { platform } = services
  const { baseUrl, Client } = platform.config
  const written =
    Client.JoinScript === 'json'
      ? (values: JoinValues) => jsonJoinScript(services, values)
      : services.scripts.join
  if (ticket === undefined) {
    return written({
      _BASE_URL: baseUrl,
      _USER_ID: randomInt(1, maxPlayerNumber + 1),
      _PLAYER_KEY: '',
      _PLACE_ID: 0,
      _SERVER_ADDRESS: localTest.address,
      _SERVER_PORT: localTest.port,
      _USERNAME: localTest.username,
      _MEMBERSHIP_TYPE: 'None',
      _CHAR_APPEARANCE: '',
      _PING_URL: '',
    })
  }
  const joined = await redeemTicket(platform, ticket, privateServer || undefined, signal)
  const appearance = `${baseUrl}/asset/characterfetch/${joined.username}`
  // The game server reads the key in the address, and the character list ignores it.
  const verifies = verifiesPlayers(platform.config, joined.services)
  return written({
    _BASE_URL: baseUrl,
    _USER_ID: joined.number,
    _PLAYER_KEY: joined.key,
    _PLACE_ID: joined.placeId,
    _SERVER_ADDRESS: joined.server.address,
    _SERVER_PORT: joined.server.port,
    _USERNAME: joined.username,
    _MEMBERSHIP_TYPE: membershipOf(joined.permissionLevel),
    _CHAR_APPEARANCE: verifies ? `${appearance}?session=${joined.key}` : appearance,
    _PING_URL: `${baseUrl}/game/clientpresence?ticket=${ticket}`,
  })
}

/** Returns how games show a permission level: docs/reference/client-protocol.md#script-variables. */
export function membershipOf(level: number): Membership {
  if (level >= permissionLevel.administrator) return 'OutrageousBuildersClub'
  if (level >= permissionLevel.moderator) return 'TurboBuildersClub'
  if (level >= permissionLevel.verified) return 'BuildersClub'
  return 'None'
}
