import { access } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createClientApi } from '@baseplate/client-api/app'
import { routeNamesOf } from '@baseplate/client-api/route-names'
import { openSigning } from '@baseplate/client-api/signing'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { CannotStart } from '@baseplate/platform/foundation/errors'
import { whyNotReady } from '@baseplate/platform/operations/reconciliation/ready'
import { openPlatform } from '@baseplate/platform/platform'
import { getRequestListener } from '@hono/node-server'
import { startBackupSchedule } from '../backup/schedule.ts'
import type { ConsoleLog } from '../console-log.ts'
import { listen } from '../listen.ts'
import type { Running } from '../running.ts'
import { forOperators } from '../server/for-operators.ts'
import { createSiteServer } from '../server/server.ts'
import { requireThemes } from '../themes.ts'
import { createMetrics } from '../watching/metrics.ts'
import { createRequestCounts } from '../watching/request-counts.ts'

/** Requests that are under way when the site stops get this long to finish. */
const graceMs = 8_000

/**
 * Pages and client endpoints, in one process and on one port.
 *
 * @throws CannotStart
 */
export async function runSite(config: Config, { log, droppedLines }: ConsoleLog): Promise<Running> {
  await requireThemes(config)
  const pages = await loadPages()
  const platform = await openPlatform(config, log)
  try {
    const signing = await openSigning(config)
    const clientApi = await createClientApi(platform, signing)
    const requests = createRequestCounts()
    const server = createSiteServer({
      platform,
      clientApi: getRequestListener(clientApi.fetch, { autoCleanupIncoming: false }),
      clientRoute: routeNamesOf(clientApi),
      pages,
      requests,
      forOperators: forOperators({
        key: config.metricsKey,
        notReady: () => whyNotReady(platform),
        metrics: createMetrics(platform, requests, droppedLines),
        onError: (error) => log.error({ error: (error as Error).stack }, 'no metrics'),
      }),
    })
    await listen(server, { host: config.host, port: config.port, name: 'The site', variable: 'PORT' })
    if (config.Gameservers.Key === '') {
      log.warn('Gameservers.Key is empty: files and server tickets of public places are open to everyone')
    }
    const backups = startBackupSchedule(config, log)
    log.info({ baseUrl: config.baseUrl, host: config.host, port: config.port }, 'the site listens')
    return {
      async close() {
        const backupsEnd = backups.close()
        platform.endWaits()
        await finish(server)
        await platform.close()
        await backupsEnd
      },
    }
  } catch (error) {
    await platform.close()
    throw error
  }
}

async function loadPages() {
  // The adapter would refuse bodies above half a megabyte; each action has a limit of its own.
  process.env.BODY_SIZE_LIMIT = 'Infinity'
  const build = import.meta.resolve('@baseplate/site/handler')
  try {
    await access(new URL(build))
  } catch {
    throw new CannotStart('The site is not built. Run `npm run build` first.')
  }
  const { handler } = await import('@baseplate/site/handler')
  return handler
}

/** Takes no new requests, lets those under way finish, and ends what is still open after that. */
async function finish(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // Those that answer now are idle a moment later, and clients would keep them open for seconds.
  const tidying = setInterval(() => server.closeIdleConnections(), 50)
  const patience = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(patience)
  clearInterval(tidying)
}
