import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { clientAgent, makePlace } from '../support/game.ts'
import { nextMigration, prepareNextRelease } from '../support/next-release.ts'
import { register } from '../support/person.ts'
import { type Site, type Sites, startSites } from '../support/sites.ts'

/** Statements of the next release's migration. */
const additions = [
  'alter table comments add column mood text',
  'alter table users add column karma integer not null default 0',
  'create table moods (name text primary key)',
]

/** Sends requests one after the other until told to stop, and returns the answers that report a failure. */
async function load(isOver: () => boolean, requests: (() => Promise<Response>)[]): Promise<string[]> {
  const failures: string[] = []
  for (let count = 0; !isOver(); count++) {
    const request = requests[count % requests.length]
    await request?.()
      .then(async (response) => {
        const text = await response.text()
        if (response.status >= 400) failures.push(`${response.url} ${response.status} ${text.slice(0, 200)}`)
      })
      .catch((error: Error) => failures.push(String(error.cause ?? error)))
    await setTimeout(75)
  }
  return failures
}

/** Starts two sites with a place, and clients that use both all the time. */
async function startBusySites() {
  const product = await startSites(2, {
    BASEPLATE_CONFIG: resolve(import.meta.dirname, '../support/busy.config.ts'),
  })
  onTestFinished(async () => void (await product.stop()))
  const maker = await register(product.baseUrl, 'Maker')
  const { path, serverTicket } = await makePlace(maker, 'A place')
  let isOver = false
  let comments = 0
  const elsewhere = () => ({ 'x-forwarded-for': `10.0.${comments >> 8}.${comments++ & 255}` })
  const loads = Array.from({ length: 4 }, () =>
    load(
      () => isOver,
      [
        () => maker.get(path),
        () => maker.post(`${path}?/comment`, { content: 'Still here' }, elsewhere()),
        () => maker.post(`${path}?/like`),
        () => maker.get('/home', 'text/html'),
        () =>
          fetch(`${product.baseUrl}/game/serverpresence?ticket=${serverTicket}`, { headers: clientAgent }),
      ],
    ),
  )
  const endLoad = async () => {
    isOver = true
    return { failures: (await Promise.all(loads)).flat(), comments }
  }
  return { product, endLoad }
}

async function columnsOf({ databaseUrl }: Sites): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ column_name: string }>(
      "select column_name from information_schema.columns where table_name = 'comments'",
    )
    return rows.map(({ column_name }) => column_name)
  } finally {
    await client.end()
  }
}

/** Restarts a site, and waits until the load balancer uses it. */
async function startAnew(site: Site, variables?: Record<string, string>): Promise<void> {
  await site.stop()
  await site.start(variables)
  await expect.poll(() => site.output()).toContain('"path":"/home"')
}

test('two versions serve side by side during an upgrade, without a failed request', async () => {
  const nextVersion = await prepareNextRelease(additions)
  const { product, endLoad } = await startBusySites()
  const [first, second] = product.sites
  if (!second) throw new Error('there is one site')
  await startAnew(second, nextVersion)
  expect(second.output()).toContain(nextMigration)
  expect(await columnsOf(product)).toContain('mood')
  // A process of the old version that starts now finds the newer schema.
  await startAnew(first)
  expect(first.output()).toContain(
    'the database belongs to a later version, and this version can work with it',
  )
  await startAnew(first, nextVersion)
  const { failures, comments } = await endLoad()
  expect(failures).toEqual([])
  expect(comments).toBeGreaterThan(50)
})
