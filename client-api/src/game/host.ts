import type { Config } from '@baseplate/platform/foundation/config/schema'
import { type HostQuery, hostPlace, servePlace } from '@baseplate/platform/places/door'
import { verifiesPlayers } from '@baseplate/platform/places/players/rules'
import { isPort, portLimits } from '@baseplate/platform/places/rules'
import type { Credentials } from '@baseplate/platform/places/servers/rules'
import type { ClientServices } from '../services.ts'
import { autopilotMap } from './autopilot.ts'

/** Returns the script of a self-hosted server. Without a valid query, there is none. @throws Refused as `hostPlace` */
export async function hostScript(
  { platform, scripts }: ClientServices,
  asked: HostQuery | undefined,
): Promise<string> {
  const { placeId, port, services, ticket } = await hostPlace(platform, asked?.ticket)
  const { baseUrl, Client } = platform.config
  return scripts.host({
    _BASE_URL: baseUrl,
    _PLACE_ID: placeId,
    _MAP_LOCATION: autopilotMap(asked?.autopilot, Client),
    _SERVER_PORT: port,
    ...serverValues(platform.config, { ticket, services }),
  })
}

/** Returns the script of a place's dedicated server. @throws Refused as `servePlace` */
export async function serveScript(
  { platform, scripts }: ClientServices,
  placeId: number,
  credentials: Credentials,
  listenPort?: string,
): Promise<string> {
  const { port, ticket, isOpen, services } = await servePlace(
    platform,
    placeId,
    credentials,
    parsePort(listenPort),
  )
  const { baseUrl } = platform.config
  // A script cannot send a bearer token, so the server reads the place file with its ticket.
  const access = isOpen ? '' : `?ticket=${ticket}`
  return scripts.host({
    _BASE_URL: baseUrl,
    _PLACE_ID: placeId,
    _MAP_LOCATION: `${baseUrl}/game/${placeId}${access}`,
    _SERVER_PORT: port,
    ...serverValues(platform.config, { ticket, services }),
  })
}

/** @param server its ticket, and whether its place has services */
function serverValues(
  config: Pick<Config, 'baseUrl' | 'Engine' | 'Players'>,
  { ticket, services }: { ticket: string; services: boolean },
) {
  const { baseUrl, Players } = config
  return {
    _SERVER_PRESENCE_URL: `${baseUrl}/game/serverpresence?ticket=${ticket}`,
    _SERVICES_URL: services ? baseUrl : '',
    _SERVER_TICKET: ticket,
    _VERIFY: verifiesPlayers(config, services),
    _VERIFY_REQUIRED: Players.Verify === 'require',
  }
}

const parsePort = (text: string | undefined): number | undefined =>
  text !== undefined && isPort(Number(text)) ? Number(text) : undefined

/** Returns the script of an empty local server without a place. */
export const emptyHostScript = ({ platform, scripts }: ClientServices): string =>
  scripts.host({
    _BASE_URL: platform.config.baseUrl,
    _PLACE_ID: 0,
    _MAP_LOCATION: '',
    _SERVER_PORT: portLimits.default,
    _SERVER_PRESENCE_URL: '',
    _SERVICES_URL: '',
    _SERVER_TICKET: '',
    _VERIFY: false,
    _VERIFY_REQUIRED: false,
  })
