import { randomUUID } from 'node:crypto'
import type { Command, FilePlaceholder } from './command.ts'
import type { Driver, Order } from './driver.ts'

/** Time for the site to send a script. The site itself is waiting for the start. */
const scriptMsMax = 5_000

/** Fields that the site sends with a start. All of them are optional. */
export interface StartFields {
  /** The site's address, in place of the one that the orchestrator is configured with. */
  baseUrl?: string | undefined
  /** The name that its maker gave the place. */
  placeName?: string | undefined
  /** Number of players whom the place takes. */
  maxPlayers?: number | undefined
  /** Version of the place's file, from 1. */
  placeVersion?: number | undefined
  /** Address of the script. */
  serveUrl?: string | undefined
  /** Opens the script and the place's file, and authorizes presence. It is never on a command line. */
  ticket?: string | undefined
  /** Id of this start, by which the site knows it. */
  run?: string | undefined
}

/** Prepares the start of a place's server on a port. */
export type Launch = (server: { placeId: number; port: number; fields: StartFields }) => Promise<Order>

interface LaunchParts {
  command: Command
  /** The site's address. */
  siteUrl: string
  /** Time without a heartbeat after which a server counts as hung. */
  silentMs: number
  driver: Pick<Driver, 'handOver'>
}

/** Creates a launch. It throws when the script cannot be fetched or a file cannot be written. */
export function createLaunch({ command, siteUrl, silentMs, driver }: LaunchParts): Launch {
  return async ({ placeId, port, fields }) => {
    const { serveUrl = `${siteUrl}/game/${placeId}/serve`, ticket = '', run = randomUUID() } = fields
    const scriptUrl = withAccess(serveUrl, ticket, port)
    const contents: Partial<Record<FilePlaceholder, string>> = {}
    if (command.files.has('ticketFile')) contents.ticketFile = ticket
    if (command.files.has('scriptFile')) contents.scriptFile = await fetchScript(scriptUrl)
    const files = await driver.handOver(placeId, contents)
    return {
      placeId,
      port,
      run,
      placeVersion: fields.placeVersion,
      argv: command.fill({ placeId: String(placeId), port: String(port), serveUrl, ...files }),
      environment: {
        ...variablesOf(placeId, { baseUrl: siteUrl, ...fields }),
        BASEPLATE_SILENT_SECONDS: String(silentMs / 1_000),
        ...(ticket !== '' && { BASEPLATE_TICKET: ticket, BASEPLATE_SERVE_URL: scriptUrl }),
      },
    }
  }
}

/** Returns the variables that tell a server about its place. */
function variablesOf(
  placeId: number,
  { baseUrl, placeName, maxPlayers, placeVersion }: StartFields,
): Record<string, string> {
  const values = {
    BASEPLATE_URL: baseUrl,
    BASEPLATE_PLACE_ID: placeId,
    BASEPLATE_PLACE_NAME: placeName,
    BASEPLATE_MAX_PLAYERS: maxPlayers,
    BASEPLATE_PLACE_VERSION: placeVersion,
  }
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

/** Returns the address that opens the script, and that reports the server's port to the site. */
function withAccess(serveUrl: string, ticket: string, port: number): string {
  if (ticket === '') return serveUrl
  const url = new URL(serveUrl)
  url.searchParams.set('ticket', ticket)
  url.searchParams.set('port', String(port))
  return url.href
}

async function fetchScript(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(scriptMsMax) }).catch(
    (error: Error) => {
      const { message } = error.cause instanceof Error ? error.cause : error
      throw new Error(`the site did not answer with its script: ${message}`)
    },
  )
  const text = await response.text()
  if (!response.ok) throw new Error(`the site refused its script: ${response.status} ${text.slice(0, 200)}`)
  return text
}
