import { setTimeout } from 'node:timers/promises'
import { hasPgBouncer, startPgBouncer } from '@baseplate/platform/testing/pgbouncer'
import { createPostgresDatabase } from '@baseplate/platform/testing/platforms'
import { openPostgres } from '@baseplate/storage/database/postgres'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { makePlace } from '../support/game.ts'
import { befriendAndPart, followInbox } from '../support/live-inbox.ts'
import { register } from '../support/person.ts'
import { startBeside, startProduct } from '../support/product.ts'

const ways = ['PostgreSQL', ...(hasPgBouncer ? ['PgBouncer'] : [])]
if (!hasPgBouncer) console.warn('Skipped: the site behind PgBouncer. `apt install pgbouncer` runs it.')

/** Creates a database for a site, and a function that repeatedly cuts all of its connections. */
async function openCuttable(way: string) {
  const { url, drop } = await createPostgresDatabase()
  const pooler = way === 'PgBouncer' ? await startPgBouncer(inject('postgresUrl')) : undefined
  const db = openPostgres<unknown>(url)
  const cut = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  onTestFinished(async () => {
    await db.destroy()
    await pooler?.stop()
    await drop()
  })
  return {
    environment: {
      DATABASE_URL: pooler?.through(url) ?? url,
      ...(pooler && { DATABASE_LISTEN_URL: url }),
    },
    /** Cuts connections until the work has finished, and returns its result. */
    async cutDuring<T>(work: Promise<T>, times = Number.POSITIVE_INFINITY): Promise<T> {
      const ended = work.then(
        () => true,
        () => true,
      )
      for (let left = times; left > 0 && !(await Promise.race([ended, setTimeout(30, false)])); left--)
        await cut()
      return work
    },
  }
}

interface Seen {
  status: number
  retryAfter: string | null
  type: string
  /** Names of the fields of a refusal in JSON. */
  fields?: string[]
}

describe.each(ways)('a site on %s whose connections are cut', (way) => {
  test('starts, answers the request or 503 with Retry-After, and keeps serving', async () => {
    const { environment, cutDuring } = await openCuttable(way)
    // Enough cuts to hit the start, and few enough for it to succeed.
    const product = await cutDuring(startProduct(environment), 30)
    const maker = await register(product.baseUrl, 'Maker')
    const place = await makePlace(maker, 'A place')
    const asks: (() => Promise<Response>)[] = [
      () => maker.get(place.path, 'text/html'),
      () => maker.get(place.path),
      () => maker.post('/settings?/profile', { bio: 'Hello' }),
      () => fetch(`${product.baseUrl}/game/serverpresence?ticket=${place.serverTicket}`),
      () => fetch(`${product.baseUrl}/game/${place.id}?ticket=${place.serverTicket}`),
      () => maker.post('/games/create', { name: 'Another place' }),
    ]
    const ask = async (index: number): Promise<Seen[]> => {
      const seen: Seen[] = []
      // Continues for more than ten rounds, until the requests have met a cut.
      for (
        let round = 0;
        round < 400 && !(round > 10 && seen.some(({ status }) => status === 503));
        round++
      ) {
        const response = await (asks[index % asks.length] ?? asks[0])?.()
        const text = await response?.text()
        if (!response) continue
        const type = response.headers.get('content-type')?.split(';')[0] ?? ''
        const isRefusal = response.status === 503 && type === 'application/json'
        seen.push({
          status: response.status,
          retryAfter: response.headers.get('retry-after'),
          type,
          ...(isRefusal && { fields: Object.keys(JSON.parse(text ?? '')) }),
        })
      }
      return seen
    }
    const seen = await cutDuring(Promise.all(asks.concat(asks).map((_, index) => ask(index))))
    const types = new Set<string>()
    for (const { status, retryAfter, type, fields } of seen.flat()) {
      expect([200, 204, 302, 303, 400, 404, 503], product.output()).toContain(status)
      expect(retryAfter === null).toBe(status !== 503)
      if (status === 503) types.add(type)
      if (fields) expect(fields).toEqual(['message', 'code'])
    }
    expect([...types].sort()).toEqual(['application/json', 'text/html', 'text/plain'])
    expect((await maker.get(place.path)).status).toBe(200)
    expect(product.output()).not.toContain('Unhandled')
    expect(await product.stop()).toBe(0)
  })
})

test.runIf(hasPgBouncer)(
  'two sites behind PgBouncer notify each other at once, also after a cut',
  async () => {
    const { environment, cutDuring } = await openCuttable('PgBouncer')
    const one = await startProduct(environment)
    const other = await startBeside(one, environment)
    const anna = { username: 'Anna', person: await register(one.baseUrl, 'Anna') }
    const ben = { username: 'Ben_1', person: await register(one.baseUrl, 'Ben_1') }
    await cutDuring(setTimeout(100))
    const live = await followInbox(other.baseUrl, ben.person, 0)
    await expect.poll(() => live.unread).toBe(0)
    for (const round of [1, 2, 3, 4, 5]) {
      await befriendAndPart(ben, anna)
      // Less than the interval of heartbeats, which deliver missed notifications.
      await expect.poll(() => live.ids.length, { timeout: 60_000 }).toBe(round)
    }
    expect([await one.stop(), await other.stop()]).toEqual([0, 0])
  },
)
