import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { inject, onTestFinished } from 'vitest'
import { parseConfig } from '../foundation/config/load.ts'
import type { Config, ConfigInput } from '../foundation/config/schema.ts'
import { openPlatform, type Platform } from '../platform.ts'

/** What the query and verb tests run on: `describe.each(databases)`. */
export const databases = ['SQLite', 'PostgreSQL'] as const
export type DatabaseKind = (typeof databases)[number]

export interface TestPlatform extends Platform {
  /** Moves the platform's clock. */
  pass(ms: number): void
}

/** A whole platform on an empty database of its own, with a clock that stands still; gone when the test is over. */
export async function openTestPlatform(
  kind: DatabaseKind,
  written: ConfigInput = {},
  environment: Record<string, string> = {},
): Promise<TestPlatform> {
  const directory = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
  const database = kind === 'PostgreSQL' ? await createPostgresDatabase() : undefined
  const config: Config = parseConfig(
    // Threads that draw cost more than most tests: those that are about pictures ask for some.
    { Renderer: { Workers: 0 }, ...written },
    {
      BASEPLATE_DATA: directory,
      ECONOMY_PORT: '1',
      ...(database && { DATABASE_URL: database.url }),
      ...environment,
    },
    directory,
  )
  let time = Date.UTC(2026, 10, 20, 12)
  const platform = await openPlatform(config, pino({ level: 'silent' }), () => time)
  onTestFinished(async () => {
    await platform.close()
    await database?.drop()
    await rm(directory, { recursive: true, force: true })
  })
  return Object.assign(platform, {
    pass(ms: number) {
      time += ms
    },
  })
}

/** A new, empty database on the test run's PostgreSQL. */
export async function createPostgresDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(server, `drop database ${name} with (force)`) }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
