import { randomUUID } from 'node:crypto'
import type { Command, FilePlaceholder } from './command.ts'
import type { Driver, Order } from './driver.ts'

/** Time for the site to send a script. The site itself is waiting for the start. */
const scriptMsMax = 5_000

/** Variables with the server's ticket, and with the address of its script including that ticket. */
const ticketVariable = 'BASEPLATE_TICKET'
const serveUrlVariable = 'BASEPLATE_SERVE_URL'

/** Fields that the site sends with a start. All of them are optional. */
export interface Access {
  /** Address of the script. */
  serveUrl?: string | undefined
  /** Opens the script and the place's file, and authorizes presence. It is never on a command line. */
  ticket?: string | undefined
  /** Id of this start, by which the site knows it. */
  run?: string | undefined
}

/** Prepares the start of a place's server on a port. */
export type Launch = (server: { placeId: number; port: number; access: Access }) => Promise<Order>

interface LaunchParts {
  command: Command
  /** The site's address. */
  siteUrl: string
  driver: Pick<Driver, 'handOver'>
}

/** Creates a launch. It throws when the script cannot be fetched or a file cannot be written. */
export function createLaunch({ command, siteUrl, driver }: LaunchParts): Launch {
  return async ({ placeId, port, access }) => {
    const { serveUrl = `${siteUrl}/game/${placeId}/serve`, ticket = '', run = randomUUID() } = access
    const scriptUrl = withAccess(serveUrl, ticket, port)
    const contents: Partial<Record<FilePlaceholder, string>> = {}
    if (command.files.has('ticketFile')) contents.ticketFile = ticket
    if (command.files.has('scriptFile')) contents.scriptFile = await fetchScript(scriptUrl)
    const files = await driver.handOver(placeId, contents)
    return {
      placeId,
      port,
      run,
      argv: command.fill({ placeId: String(placeId), port: String(port), serveUrl, ...files }),
      environment: ticket === '' ? {} : { [ticketVariable]: ticket, [serveUrlVariable]: scriptUrl },
    }
  }
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
