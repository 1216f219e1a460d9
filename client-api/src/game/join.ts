import { randomInt } from 'node:crypto'
import { redeemTicket } from '@baseplate/platform/places/sessions/redeem'
import type { Serving } from '../serving.ts'
import { membershipOf } from './membership.ts'

/** Ids in join scripts are random: a game server tells players apart by them, for as long as it runs. */
const maxUserId = 2_147_483_647

const localTest = { address: 'localhost', port: 53_640, username: 'Player1' } as const

/**
 * The script that joins what a ticket is for; without one, a local test server.
 *
 * @param ticket spent by this; an empty one is not none, but nobody's.
 * @param privateServer the private server ticket, if any: launchers that have none send an empty one.
 * @throws Refused `invalid`: `Invalid Private Server`, `Invalid Game Session`.
 */
export async function joinScript(
  { platform, scripts }: Serving,
  ticket: string | undefined,
  privateServer: string | undefined,
): Promise<string> {
  const { baseUrl } = platform.config
  const anybody = { _BASE_URL: baseUrl, _USER_ID: randomInt(1, maxUserId + 1) }
  if (ticket === undefined) {
    return scripts.join({
      ...anybody,
      _PLACE_ID: 0,
      _SERVER_ADDRESS: localTest.address,
      _SERVER_PORT: localTest.port,
      _USERNAME: localTest.username,
      _MEMBERSHIP_TYPE: 'None',
      _CHAR_APPEARANCE: '',
      _PING_URL: '',
    })
  }
  const joined = await redeemTicket(platform, ticket, privateServer || undefined)
  return scripts.join({
    ...anybody,
    _PLACE_ID: joined.placeId,
    _SERVER_ADDRESS: joined.server.address,
    _SERVER_PORT: joined.server.port,
    _USERNAME: joined.username,
    _MEMBERSHIP_TYPE: membershipOf(joined.permissionLevel),
    _CHAR_APPEARANCE: `${baseUrl}/asset/characterfetch/${joined.username}`,
    _PING_URL: `${baseUrl}/game/clientpresence?ticket=${ticket}`,
  })
}
