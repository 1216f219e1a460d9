import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { TLSSocket } from 'node:tls'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { day } from '@baseplate/service/clock'
import { isLocalUrl } from '@baseplate/service/network/host-name'
import { type Finding, messageOf, ok, warning } from './finding.ts'

/** Maximum time for an address to respond. */
const patienceMs = 5_000

/** Automatic renewals happen long before this. */
const daysLeftMin = 14

const maxBodyLength = 10_000

/** Domains that are reserved for examples, as in the files of `deploy/` (RFC 2606). */
export const isPlaceholder = (hostname: string): boolean => /(^|\.)example\.(com|net|org)$/.test(hostname)

/** A response of an address, and the end of its certificate's validity. */
interface Response {
  status: number
  location: string | undefined
  text: string
  expires: number | undefined
}

/** Checks that the site responds at its public address, and that the certificate is valid for a while. */
export async function checkPublicAddress({ baseUrl }: Config, now: number): Promise<Finding> {
  if (isUnreachable(baseUrl)) return ok('checked once BASE_URL is a public address')
  return examineAddress(`${baseUrl}/login`, { now, isRight: isSignInPage })
}

/** Checks that browsers reach the orchestrator, from which they follow the start of a game server. */
export async function checkOrchestratorAddress(config: Config, now: number): Promise<Finding> {
  const { Command, PublicURL } = config.Orchestrator
  if (config.Gameservers.Hosting === 'Selfhosted' || Command === undefined) return ok('not needed')
  if (isUnreachable(config.baseUrl)) return ok('checked once BASE_URL is a public address')
  if (isUnreachable(PublicURL)) {
    return warning(
      `${PublicURL}, which no player can reach`,
      'Set Orchestrator.PublicURL to a public address: docs/operating/configuration.md#dedicated-servers.',
    )
  }
  return examineAddress(PublicURL, { now, isRight: ({ status }) => status < 500 })
}

const isUnreachable = (url: string) => isLocalUrl(url) || isPlaceholder(new URL(url).hostname)

/**
 * Requests an address as a client does.
 *
 * @param ca certificates of authorities to trust instead of those of Node.js
 */
export async function examineAddress(
  url: string,
  { now, isRight, ca }: { now: number; isRight: (response: Response) => boolean; ca?: string },
): Promise<Finding> {
  const { origin } = new URL(url)
  let response: Response
  try {
    response = await get(url, ca)
  } catch (error) {
    return warning(
      `${origin} cannot be reached from here: ${messageOf(error)}`,
      'Check the name, the proxy and its certificate: docs/operating/certificates.md.',
    )
  }
  const { status, location, expires } = response
  if (!isRight(response)) {
    const answer = location === undefined ? `status ${status}` : `a redirect to ${location}`
    return warning(
      `${origin} answers with ${answer}, not with Baseplate`,
      'Start the services, and let the proxy forward this address: docs/operating/install.md#the-proxy.',
    )
  }
  if (expires === undefined) return ok(`${origin} responds`)
  const days = Math.floor((expires - now) / day)
  return days < daysLeftMin
    ? warning(
        `${origin} responds, but its certificate expires in ${days === 1 ? '1 day' : `${days} days`}`,
        'Renew it: docs/operating/certificates.md.',
      )
    : ok(`${origin} responds, with a certificate for another ${days} days`)
}

/** Whether a response is that of the sign-in page to a program. */
export function isSignInPage({ status, text }: Response): boolean {
  try {
    return status === 200 && Object.hasOwn(JSON.parse(text) as object, 'recoveryAvailable')
  } catch {
    return false
  }
}

function get(url: string, ca: string | undefined): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const signal = AbortSignal.timeout(patienceMs)
  const options = { headers: { accept: 'application/json' }, agent: false, signal } as const
  const sent = url.startsWith('https:') ? requestHttps(url, { ...options, ca }) : requestHttp(url, options)
  sent.once('error', (error) => reject(signal.aborted ? new Error('no answer in time') : error))
  sent.once('response', (response) => {
    const { socket, statusCode = 0, headers } = response
    const expires = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : undefined
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part: string) => {
      text += part
      if (text.length > maxBodyLength) response.destroy()
    })
    response.once('close', () => resolve({ status: statusCode, location: headers.location, text, expires }))
    response.once('error', reject)
  })
  sent.end()
  return promise
}
