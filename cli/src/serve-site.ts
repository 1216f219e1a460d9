import { access } from 'node:fs/promises'
import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createClientApi } from '@baseplate/client-api/app'
import { publicKeysForClients } from '@baseplate/client-api/rotate-signing-key'
import { createSigning } from '@baseplate/client-api/signing'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { createReadyCheck } from '@baseplate/platform/operations/door'
import { shareServerKey } from '@baseplate/platform/places/door'
import { openPlatform, type Platform } from '@baseplate/platform/platform'
import { findSetupLink, forgetSetupSecret } from '@baseplate/platform/sign-in/door'
import { CannotStart } from '@baseplate/service/cannot-start'
import type { ConsoleLog } from '@baseplate/service/console-log'
import { drainAndClose } from '@baseplate/service/drain'
import { isPortTaken, listen } from '@baseplate/service/listen'
import { isLocalUrl } from '@baseplate/service/network/host-name'
import { operatorPaths } from '@baseplate/service/operator-paths'
import { lowerPoolPriority } from '@baseplate/service/pool-priority'
import type { Running } from '@baseplate/service/serve'
import { startBackupSchedule } from './backup/schedule.ts'
import { checkBuiltTexts } from './built-texts.ts'
import { openKeys } from './open-keys.ts'
import { retireServer } from './server/retire.ts'
import { createSiteServer } from './server/server.ts'
import { lockDataDirectory } from './site-lock.ts'
import { requireThemes } from './themes.ts'
import { createMetrics } from './watching/metrics.ts'
import { createRequestCounts } from './watching/request-counts.ts'
import { workerMetrics } from './watching/worker-metrics.ts'
import { retireMs } from './workers/times.ts'

/** Time for requests in progress to finish when the site stops. */
const graceMs = 8_000

const openFiles = 'Gameservers.Key is empty: files and server tickets of public places are open to everyone'

const otherKey =
  'Gameservers.Key is another one than that of the site that started before this one: set the same key for all sites'

async function warnOfKey({ config, db, log }: Platform): Promise<void> {
  if (config.Gameservers.Key === '') log.warn(openFiles)
  if (await shareServerKey({ config, db })) log.warn(otherKey)
}

/** Time in which a load balancer that checks twice a second notices that the site stops. */
const noticeMs = 1_500

/**
 * Runs pages and client endpoints in this process.
 *
 * @param worker the number of this process, if several serve the port
 * @throws CannotStart
 */
export async function serveSite(
  config: Config,
  { log, droppedLines }: ConsoleLog,
  worker?: number,
): Promise<Running> {
  await requireThemes(config)
  const [pages] = await Promise.all([loadPages(), lowerPoolPriority()])
  const releaseLock = await lockDataDirectory(config)
  const platform = await openPlatform(config, log).catch((error: unknown) => {
    releaseLock()
    throw error
  })
  try {
    const signing = createSigning(await openKeys(config, platform), config.Signing)
    const clientApi = await createClientApi(platform, signing)
    const requests = createRequestCounts()
    const metrics = createMetrics({ platform, requests, droppedLogLines: droppedLines })
    let isStopping = false
    const isReady = createReadyCheck(platform)
    const server = createSiteServer({
      isStopping: () => isStopping,
      platform,
      clientApi,
      pages,
      scriptKeys: scriptKeysOf(config, platform),
      requests,
      operatorPaths: operatorPaths({
        key: config.metricsKey,
        notReady: async () => (isStopping ? 'the site is stopping' : isReady()),
        metrics: worker === undefined ? metrics.text : workerMetrics(worker, metrics),
        onError: (error) => log.error({ error: (error as Error).stack }, 'metrics are unavailable'),
      }),
    })
    await bind(server, config)
    await announceSetup(platform)
    await warnOfKey(platform)
    const backups = startBackupSchedule(config, platform)
    log.info({ baseUrl: config.baseUrl, host: config.host, port: config.port }, 'the site listens')
    return {
      async close() {
        const backupsEnd = backups.close()
        isStopping = true
        platform.endWaits()
        await stopServer(server, config)
        // The backup that ends releases its lease in the database.
        await backupsEnd
        await platform.close()
        releaseLock()
      },
      async retire() {
        platform.endWaits()
        await retireServer(server, retireMs)
      },
    }
  } catch (error) {
    await platform.close()
    releaseLock()
    throw error
  }
}

/**
 * Stops a server within seconds. A load balancer opens connections and sends requests until it notices at `/ready` that the site
 * stops. The site still accepts them for a while, because the system resets connections that wait for a server that no longer
 * listens. Then it closes them as gently as when a worker is replaced.
 */
async function stopServer(server: Server, { TrustedProxies }: Config): Promise<void> {
  if (TrustedProxies.length === 0) return drainAndClose(server, graceMs)
  await delay(noticeMs)
  await retireServer(server, graceMs - noticeMs)
  server.closeAllConnections()
}

/** Keys are in the database of several sites, and in files of a single one. */
const scriptKeysOf =
  (config: Config, { db }: Platform) =>
  () =>
    publicKeysForClients(config, config.databaseUrl === undefined ? undefined : db)

/** Prints the link for the first account of a public platform, and removes the secret of a platform that has one. */
async function announceSetup(platform: Platform): Promise<void> {
  const link = await findSetupLink(platform)
  if (link === undefined) return forgetSetupSecret(platform)
  if (isLocalUrl(platform.config.baseUrl)) return
  process.stdout.write(`\n  Create the first account, the administrator's, at ${link}\n\n`)
}

async function loadPages() {
  // The adapter would refuse bodies above half a megabyte. Each action has a limit of its own.
  process.env.BODY_SIZE_LIMIT = 'Infinity'
  const build = import.meta.resolve('@baseplate/site/handler')
  try {
    await access(new URL(build))
  } catch {
    throw new CannotStart('The site is not built. Run `npm run build` first.')
  }
  await checkBuiltTexts(new URL(import.meta.resolve('@baseplate/site/texts-by-route')))
  const { handler } = await import('@baseplate/site/handler')
  return handler
}

/** @throws CannotStart when the port cannot be bound */
async function bind(server: Server, { host, port }: Config): Promise<void> {
  try {
    await listen(server, host, port)
  } catch (error) {
    const why = isPortTaken(error)
      ? `port ${port} is in use; choose another one with PORT`
      : `${host} port ${port}: ${(error as Error).message}`
    throw new CannotStart(`The site cannot listen: ${why}.`)
  }
}
