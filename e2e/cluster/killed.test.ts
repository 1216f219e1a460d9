import { resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { befriendAndPart, followInbox } from '../support/live-inbox.ts'
import { type Person, register } from '../support/person.ts'
import { type Sites, startSites } from '../support/sites.ts'

describe('one of two sites', () => {
  let product: Sites
  let anna: Person
  let ben: Person
  beforeAll(async () => {
    product = await startSites(2, {
      BASEPLATE_CONFIG: resolve(import.meta.dirname, '../support/no-rendering.config.ts'),
    })
    anna = await register(product.baseUrl, 'Anna')
    ben = await register(product.baseUrl, 'Ben')
  })
  afterAll(async () => {
    await product.stop()
  })

  const jobName = 'settle unanswered payments'

  /** Runs a statement directly on the database. */
  const query = async (text: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: product.databaseUrl })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  test('delivers notifications from the other one at once, and those it missed after a restart', async () => {
    const [first, second] = product.sites
    const streams = await Promise.all(product.sites.map(({ baseUrl }) => followInbox(baseUrl, anna)))
    const befriend = () =>
      befriendAndPart({ person: anna, username: 'anna' }, { person: ben, username: 'ben' })
    await befriend()
    for (const stream of streams) await expect.poll(() => stream.ids).toHaveLength(1)

    await second?.kill()
    await streams[1]?.ended
    // The load balancer notices within a second that the site is gone, and retries requests elsewhere meanwhile.
    for (let request = 0; request < 10; request++) expect((await anna.get('/home')).status).toBe(200)
    await befriend()
    await expect.poll(() => streams[0]?.ids).toHaveLength(2)
    await second?.start()
    const resumed = await followInbox(second?.baseUrl ?? '', anna, streams[1]?.ids.at(-1))
    await expect.poll(() => resumed.ids).toEqual(streams[0]?.ids.slice(1))
    for (const stream of [...streams, resumed]) stream.leave()
    expect(first.output()).not.toContain('"level":60')
  })

  test('takes over a job within half a minute when the process that runs it is killed', async () => {
    // A killed process leaves a lease that is never renewed.
    await query(`update jobs set holder = 'killed', due = 1e15::bigint,
      leased_until = (extract(epoch from clock_timestamp()) * 1000)::bigint + 15000 where name = '${jobName}'`)
    const holder = () => query(`select holder from jobs where name = '${jobName}'`)
    expect(await holder()).toEqual([{ holder: 'killed' }])
    await expect.poll(holder, { timeout: 60_000 }).not.toEqual([{ holder: 'killed' }])
  })
})
