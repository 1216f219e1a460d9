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
  /** Seconds between reports of the server's presence. */
  reportSeconds: number
}

/** Number of players of a place, if the orchestrator does not know it. */
const defaultMaxPlayers = 15

/** The site counts players and the server as gone after 35 seconds without a report. */
const maxReportSeconds = 10

/** A server reports at least this often before the orchestrator considers it hung. */
const reportsBeforeSilent = 4

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
    reportSeconds: reportSecondsOf(Number(environment.BASEPLATE_SILENT_SECONDS)),
  }
}

/** @param silentSeconds NaN: an orchestrator of an earlier version */
const reportSecondsOf = (silentSeconds: number) =>
  silentSeconds > 0 ? Math.min(maxReportSeconds, silentSeconds / reportsBeforeSilent) : maxReportSeconds
