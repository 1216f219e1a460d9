import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { second } from '@baseplate/service/clock'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { createPublicLookup } from './public-lookup.ts'

/** Maximum number of connections. Further requests wait. */
const defaultMaxSockets = 128

/**
 * Time after which an unused connection closes. Otherwise, a server that never closes connections would hold them forever, and
 * requests to other servers would wait for a free one.
 */
const idleMs = 2 * second

/** Agents of HTTP and HTTPS that may connect to the same addresses. */
export interface Connections {
  http: HttpAgent
  https: HttpsAgent
  close(): void
}

/** Opens connections to any address, for addresses that the operator configured. */
export const openConnections = (maxTotalSockets = defaultMaxSockets): Connections =>
  connections(
    new HttpAgent({ keepAlive: true, maxTotalSockets, timeout: idleMs }),
    new HttpsAgent({ keepAlive: true, maxTotalSockets, timeout: idleMs }),
  )

/** Opens connections to public addresses only. Checks the address that a name resolves to when it connects. */
export function openPublicConnections(maxTotalSockets = defaultMaxSockets): Connections {
  const options = { keepAlive: true, maxTotalSockets, timeout: idleMs, lookup: createPublicLookup() }
  return connections(new RequestFilteringHttpAgent(options), new RequestFilteringHttpsAgent(options))
}

const connections = (http: HttpAgent, https: HttpsAgent): Connections => ({
  http,
  https,
  close() {
    http.destroy()
    https.destroy()
  },
})

/** Whether an error means that public connections have refused an address. Only its message shows it. */
export const isRefusedAddress = ({ message }: Error): boolean => /is not allowed\. Because/.test(message)
