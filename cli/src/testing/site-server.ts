import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createClientApi } from '@baseplate/client-api/app'
import { clientRequestCheck } from '@baseplate/client-api/classic/paths'
import { createSigning } from '@baseplate/client-api/signing'
import { openSigningKey } from '@baseplate/client-api/signing-key'
import type { ConfigInput } from '@baseplate/platform/config/schema'
import type { Platform } from '@baseplate/platform/platform'
import { openTestPlatform } from '@baseplate/platform/testing/platforms'
import type { Logger } from '@baseplate/service/log'
import { Metrics } from '@baseplate/service/metrics'
import { operatorPaths } from '@baseplate/service/operator-paths'
import { onTestFinished } from 'vitest'
import { createSiteServer } from '../server/server.ts'
import { createRequestCounts } from '../watching/request-counts.ts'

/** Responds with the length of the body. */
export const countBody: RequestListener = async (request, response) => {
  let bytes = 0
  try {
    for await (const chunk of request) bytes += chunk.length
    response.end(`read ${bytes}`)
  } catch {
    // The client has disconnected.
  }
}

const standIn = {
  listener: countBody,
  isFor: clientRequestCheck([]),
  isConstant: () => false,
  routeOf: () => 'none',
  classicRoutes: new Set<string>(),
}

const openClientApi = async (platform: Platform) =>
  createClientApi(
    platform,
    createSigning(await openSigningKey(platform.config, undefined), platform.config.Signing),
  )

interface Options {
  config?: ConfigInput
  /** Takes the role of the pages. */
  pages?: RequestListener
  /** The client endpoints. By default a stand-in that counts bodies. */
  clientApi?: 'real'
  log?: Logger
  times?: Parameters<typeof createSiteServer>[0]['times']
}

/** Starts the site's server with short times and without pages. It is closed when the test ends. */
export async function startSiteServer({
  config,
  pages = countBody,
  clientApi,
  log,
  times = {},
}: Options = {}) {
  const platform = await openTestPlatform('SQLite', config)
  const requests = createRequestCounts()
  const metrics = new Metrics()
  requests.addTo(metrics)
  const server = createSiteServer({
    isStopping: () => false,
    platform: { ...platform, ...(log && { log }) },
    clientApi: clientApi === 'real' ? await openClientApi(platform) : standIn,
    pages,
    scriptKeys: async () => [],
    requests,
    operatorPaths: operatorPaths({
      key: undefined,
      notReady: async () => undefined,
      metrics: async () => '',
      onError: () => undefined,
    }),
    times: { checkMs: 20, ...times },
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  const { port } = server.address() as AddressInfo
  return { platform, port, metrics: () => metrics.text() }
}

/** A connection for hand-written requests. */
export interface RawClient {
  socket: Socket
  /** Returns everything received so far. */
  text(): string
  /** Resolves with how the server closed the connection. */
  ended: Promise<'ended' | 'reset'>
}

export async function openRaw(port: number, localAddress = '127.0.0.1'): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const ended = new Promise<'ended' | 'reset'>((resolve) => {
    socket.once('end', () => resolve('ended'))
    socket.once('error', () => resolve('reset'))
  })
  onTestFinished(() => {
    socket.destroy()
  })
  await once(socket, 'connect')
  return { socket, text: () => text, ended }
}

/** Sends a piece at an interval until the connection is closed. */
export async function trickle({ socket, ended }: RawClient, piece: string, everyMs: number): Promise<void> {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  while (!isOver) {
    socket.write(piece)
    await delay(everyMs)
  }
}
