import { resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { json } from '../support/game.ts'
import { befriendAndPart, followInbox } from '../support/live-inbox.ts'
import { give, unit } from '../support/money.ts'
import { type Person, register } from '../support/person.ts'
import { runToEnd } from '../support/product.ts'
import { type Sites, startSites } from '../support/sites.ts'
import { stock } from '../support/stock.ts'

describe('two sites', () => {
  let product: Sites
  let anna: Person
  let ben: Person
  let buyer: Person
  beforeAll(async () => {
    product = await startSites(2, {
      BASEPLATE_CONFIG: resolve(import.meta.dirname, '../support/no-rendering.config.ts'),
    })
    anna = await register(product.baseUrl, 'Anna')
    ben = await register(product.baseUrl, 'Ben')
    await register(product.baseUrl, 'Maker')
    buyer = await register(product.baseUrl, 'Buyer')
  })
  afterAll(async () => {
    await product.stop()
  })

  /** Buys an item at each site at the same moment. Returns the statuses. */
  const buyTwice = (id: number | undefined) =>
    Promise.all(
      product.siteUrls.map(async (siteUrl) => {
        const headers = { cookie: buyer.cookie ?? '', accept: 'application/json', origin: product.baseUrl }
        const body = new URLSearchParams()
        return (await fetch(`${siteUrl}/catalog/${id}/x?/buy`, { method: 'POST', headers, body })).status
      }),
    )
  const balance = async () => (await json<{ balance: number }>(await buyer.get('/economy'))).balance

  test('an item that one buyer buys at two sites at once is charged and granted once', async () => {
    const rounds = 10
    await give(product, 'Buyer', rounds)
    const items = await stock(
      product,
      'Maker',
      Array.from({ length: rounds }, () => ({ name: 'Hat', price: unit })),
    )
    for (const [round, id] of items.entries()) {
      const statuses = await buyTwice(id)
      // The later request finds the purchase of the other one, pending or done.
      expect(statuses).toContain(204)
      for (const status of statuses) expect([204, 400]).toContain(status)
      await expect.poll(balance).toBe((rounds - 1 - round) * unit)
      const item = await json<{ owned: boolean; sold: number }>(await buyer.get(`/catalog/${id}/Hat`))
      expect(item).toMatchObject({ owned: true, sold: 1 })
    }
    expect(await runToEnd('reconcile', product.environment)).toEqual({
      code: 0,
      output: `${rounds + 1} events of the ledger, ${rounds} payments: all is well\n`,
    })
  })

  test('a buyer whose balance is enough for one of two items gets one', async () => {
    const [one, other] = await stock(product, 'Maker', [
      { name: 'Crown', price: 3 * unit },
      { name: 'Crown', price: 3 * unit },
    ])
    const before = await balance()
    await give(product, 'Buyer', 3)
    const statuses = (await Promise.all([buyTwice(one), buyTwice(other)])).flat()
    expect(statuses).toContain(204)
    await expect.poll(balance).toBe(before)
    const owned = await Promise.all(
      [one, other].map(
        async (id) => (await json<{ owned: boolean }>(await buyer.get(`/catalog/${id}/Crown`))).owned,
      ),
    )
    expect(owned.toSorted()).toEqual([false, true])
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

  test('one of them delivers notifications from the other one at once, and those it missed after a restart', async () => {
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

  test('one of them takes over a job within half a minute when the process that runs it is killed', async () => {
    // A killed process leaves a lease that is never renewed.
    await query(`update jobs set holder = 'killed', due = 1e15::bigint,
      leased_until = (extract(epoch from clock_timestamp()) * 1000)::bigint + 15000 where name = '${jobName}'`)
    const holder = () => query(`select holder from jobs where name = '${jobName}'`)
    expect(await holder()).toEqual([{ holder: 'killed' }])
    await expect.poll(holder, { timeout: 60_000 }).not.toEqual([{ holder: 'killed' }])
  })
})
