import { ServeFault } from './fault.ts'

/** One run of a place's server, as the orchestrator describes it: docs/reference/orchestrator.md#process-environment. */
export interface Run {
  placeId: string
  port: string
  /** The server's own folder, which is kept between runs. */
  home: string
  /** The site's address, without a slash at its end. */
  siteUrl: string
  /** The run ticket; empty: none. */
  ticket: string
  placeName: string
  maxPlayers: number
}

/** Number of players of a place, if the orchestrator does not know it. */
const defaultMaxPlayers = 15

/** @throws ServeFault when an argument or a variable is missing */
export function readRun(args: readonly string[], environment: NodeJS.ProcessEnv): Run {
  const [placeId = '', port = ''] = args
  if (!/^\d+$/.test(placeId) || !/^\d+$/.test(port)) throw new ServeFault('usage: main.ts <place id> <port>')
  const { HOME: home, BASEPLATE_URL: url, BASEPLATE_TICKET: ticket = '' } = environment
  if (!home) throw new ServeFault('HOME is not set: it is the folder of the server')
  if (!url || !URL.canParse(url)) throw new ServeFault('BASEPLATE_URL is not the address of a site')
  return {
    placeId,
    port,
    home,
    siteUrl: url.replace(/\/+$/, ''),
    ticket,
    placeName: environment.BASEPLATE_PLACE_NAME || `place ${placeId}`,
    maxPlayers: Number(environment.BASEPLATE_MAX_PLAYERS) || defaultMaxPlayers,
  }
}
