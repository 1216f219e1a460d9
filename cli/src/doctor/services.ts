import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readCommand } from '@baseplate/orchestrator/command'
import { OrchestratorFault } from '@baseplate/orchestrator/main'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Database } from '@baseplate/platform/foundation/database'
import { migrations } from '@baseplate/platform/migrations/all'
import { newestMoment } from '@baseplate/platform/operations/door'
import { drawingLimits } from '@baseplate/platform/rendering/rules'
import { createWorkerPool } from '@baseplate/renderer/worker-pool'
import { day } from '@baseplate/service/clock'
import { sqliteFile } from '@baseplate/storage/database/location'
import { OtherDatabase, refuseOtherDatabase } from '@baseplate/storage/database/other-database'
import { hasPending, requireFitPostgres, UnfitDatabase } from '@baseplate/storage/database/requirements'
import { predatesReleases } from '@baseplate/storage/database/schema-version'
import { openSnapshot } from '../database/snapshot.ts'
import { type Finding, fault, messageOf, ok, warning } from './finding.ts'

/** Maximum time for a service to answer. */
const patienceMs = 3_000

/** Tolerated clock difference. */
const toleranceMs = 60_000

export async function checkDatabase(config: Config): Promise<Finding> {
  const { databaseUrl, dataDirectory } = config
  const file = join(dataDirectory, sqliteFile)
  try {
    await refuseOtherDatabase({ url: databaseUrl, dataDirectory })
    if (!databaseUrl && !(await stat(file).catch(() => undefined))) {
      return ok('SQLite, which the first start creates')
    }
    if (!databaseUrl) await access(file, constants.W_OK)
    const snapshot = await openSnapshot<Database>({ url: databaseUrl, dataDirectory })
    try {
      if (databaseUrl) await requireFitPostgres(snapshot.db, hasPending(snapshot.migrations, migrations))
    } finally {
      await snapshot.close()
    }
    const unknown = snapshot.migrations.filter((name) => !Object.hasOwn(migrations, name))
    const kind = snapshot.kind
    if (snapshot.migrations.length === 0) return ok(`${kind}, empty; the first start fills it`)
    if (predatesReleases(snapshot.migrations, migrations)) {
      return fault(
        `${kind}, of a version of Baseplate from before its first release`,
        'Start with an empty database: this one cannot be upgraded.',
      )
    }
    if (unknown.length > 0) {
      return fault(
        `${kind}, of a later version of Baseplate: ${unknown.join(', ')}`,
        'Install that version again.',
      )
    }
    const pending = Object.keys(migrations).length - snapshot.migrations.length
    return ok(
      pending === 0
        ? `${kind}, up to date`
        : `${kind}, brought up to date by the next start (${pending} steps)`,
    )
  } catch (error) {
    if (error instanceof OtherDatabase || error instanceof UnfitDatabase)
      return fault(error.found, error.advice)
    return fault(
      messageOf(error),
      databaseUrl
        ? 'Is PostgreSQL running, and are user, password and name in DATABASE_URL right?'
        : 'Give the file to the user that the product runs as; if it is damaged, restore a backup.',
    )
  }
}

/** Sessions, tickets and bans depend on the clock. A clock set back revives expired sessions, or extends bans. */
export async function checkClock(config: Config, now: number): Promise<Finding> {
  const summary = new Date(now).toISOString()
  try {
    const snapshot = await openSnapshot<Database>({
      url: config.databaseUrl,
      dataDirectory: config.dataDirectory,
    })
    try {
      const newest = await newestMoment(snapshot.db)
      if (newest <= now + toleranceMs) return ok(summary)
      const found = `${summary}, but the database has activity from ${new Date(newest).toISOString()}`
      const advice = 'Set the clock, and keep it synchronised: timedatectl set-ntp true.'
      return newest <= now + day
        ? fault(found, advice)
        : warning(found, `${advice} If it is right, it was wrong when that happened, which does no harm now.`)
    } finally {
      await snapshot.close()
    }
  } catch {
    return ok(summary)
  }
}

export async function checkEconomy({ economy }: Config): Promise<Finding> {
  const asked = await ask(`${economy.url}/health`, economy.key)
  if (asked.status === 200) {
    return (await ask(`${economy.url}/health`)).status === 200
      ? warning(
          `answers at ${economy.url}, to everyone: every program that reaches it may mint`,
          'Run `baseplate keys` on its machine, and start it again.',
        )
      : ok(`answers at ${economy.url}`)
  }
  if (asked.status === 401) {
    return fault(
      `${economy.url} requires another key`,
      'Set the same ECONOMY_KEY for the site and for the service. Without it, each uses keys/economy of its data directory.',
    )
  }
  const summary = `does not answer at ${economy.url}: ${asked.summary}`
  return economy.elsewhere
    ? fault(summary, 'Start it there, and let this machine reach it: ECONOMY_URL.')
    : warning(summary, 'It runs once `npm start` or the service baseplate-economy does.')
}

export async function checkOrchestrator(config: Config): Promise<Finding> {
  const { Command, PrivateURL } = config.Orchestrator
  if (config.Gameservers.Hosting === 'Selfhosted') return ok('not needed: makers host their own servers')
  const asked = await ask(`${PrivateURL.replace(/\/+$/, '')}/health`, config.orchestrator.key)
  if (asked.status === 401) {
    return fault(
      `${PrivateURL} requires another key`,
      'Set the same ORCHESTRATOR_KEY for the site and for the orchestrator. Without it, each uses keys/orchestrator of its data directory.',
    )
  }
  try {
    if (Command) readCommand(Command)
  } catch (error) {
    if (!(error instanceof OrchestratorFault)) throw error
    return fault(error.message, 'Install the game server, or correct Orchestrator.Command.')
  }
  if (asked.status === 200) return ok(`answers at ${PrivateURL}`)
  if (!Command) {
    return config.Gameservers.Hosting === 'Dedicated'
      ? fault(
          'nothing starts game servers',
          'Set Orchestrator.Command, or Gameservers.Hosting to Selfhosted.',
        )
      : ok('none: makers host their own servers')
  }
  return warning(
    `does not answer at ${PrivateURL}: ${asked.summary}`,
    'It runs once `npm start` or the service baseplate-orchestrator does.',
  )
}

export async function checkRenderer({ Renderer }: Config): Promise<Finding> {
  if (Renderer.Kind === 'external') {
    const asked = await ask(Renderer.URL ?? '')
    return asked.status === undefined
      ? fault(
          `does not answer at ${Renderer.URL}: ${asked.summary}`,
          'Start it, or set Renderer.Kind to builtin.',
        )
      : ok(`answers at ${Renderer.URL}`)
  }
  const pool = createWorkerPool(drawingLimits)
  try {
    const { thumbnail } = await pool.draw({ kind: 'worn', clothes: {}, view: 'body' })
    return thumbnail
      ? ok('builtin, and has rendered a character')
      : fault('builtin, and drew nothing', 'Reinstall: npm ci.')
  } catch (error) {
    return fault(
      `builtin, and cannot draw: ${messageOf(error)}`,
      'Reinstall on this machine, for its processor: npm ci.',
    )
  } finally {
    await pool.close()
  }
}

async function ask(url: string, key?: string): Promise<{ status?: number; summary: string }> {
  try {
    const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(patienceMs) })
    await response.body?.cancel()
    return { status: response.status, summary: `status ${response.status}` }
  } catch (error) {
    return { summary: messageOf(error) }
  }
}
