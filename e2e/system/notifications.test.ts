import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { severalSitesTested } from '../one-site.ts'
import { invalidFields, refusalWith } from '../support/answers.ts'
import { databases, openDatabase } from '../support/databases.ts'
import { json } from '../support/game.ts'
import { befriendAndPart, followInbox } from '../support/live-inbox.ts'
import { type Person, password, register, visitor } from '../support/person.ts'
import { isCluster } from '../support/processes.ts'
import { startBeside, startProduct } from '../support/product.ts'

interface Page {
  notifications: { id: number; type: string; sender: string; link: string; read: boolean; created: number }[]
  unread: number
  next: string | null
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

async function twoPeople(baseUrl: string) {
  const anna = { username: 'Anna', person: await register(baseUrl, 'Anna') }
  const ben = { username: 'Ben_1', person: await register(baseUrl, 'Ben_1') }
  return { anna, ben }
}

/** Reads the first notification by opening it, and the second by its action. */
async function readBoth(
  anna: Person,
  live: { unread: number | undefined },
  page: () => Promise<Page>,
): Promise<void> {
  const opened = await anna.get('/notifications/1')
  expect([opened.status, opened.headers.get('location')]).toEqual([302, '/user/Ben_1'])
  // Prefetching a link does not read the notification.
  expect((await page()).unread).toBe(2)
  const read = await anna.post('/notifications/1')
  expect([read.status, read.headers.get('location')]).toEqual([302, '/user/Ben_1'])
  await expect.poll(() => live.unread).toBe(1)
  expect((await anna.post('/notifications?/read', { id: '2' })).status).toBe(204)
  await expect.poll(() => live.unread).toBe(0)
  expect((await anna.post('/notifications?/readall')).status).toBe(204)
  expect((await page()).notifications.map(({ read }) => read)).toEqual([true, true])
}

/** Expects refusals of notifications that do not exist, that are invalid, and that belong to another user. */
async function expectRefusals(baseUrl: string, anna: Person, ben: Person): Promise<void> {
  const refused = await anna.post('/notifications?/read', { id: '3' })
  expect([refused.status, await refused.json()]).toEqual([404, refusalWith('Notification not found')])
  expect((await ben.get('/notifications/1')).status).toBe(404)
  expect((await ben.post('/notifications/1')).status).toBe(404)
  expect((await anna.get('/notifications/first')).status).toBe(404)
  const wrong = await anna.post('/notifications?/read')
  expect([wrong.status, await wrong.json()]).toEqual([400, invalidFields({ id: 'This is required' })])
  expect((await anna.get('/notifications?cursor=x')).status).toBe(400)

  const asBen = await fetch(`${baseUrl}/notifications/stream?user=somebodyelse`, {
    headers: { cookie: ben.cookie ?? '' },
  })
  expect(asBen.status).toBe(403)
}

/** Ends Anna's sessions from another device, which closes their streams. */
async function endSessions(baseUrl: string): Promise<void> {
  const elsewhere = visitor(baseUrl)
  await elsewhere.post('/login', { username: 'Anna', password })
  await elsewhere.post('/settings?/sessions', { password })
}

/** Follows an inbox over a connection that breaks at random times, and reconnects. */
function followWithBreaks(baseUrl: () => string, person: Person) {
  const heard: number[] = []
  let done = false
  let breaks = 0
  const follow = async () => {
    while (!done) {
      const live = await followInbox(baseUrl(), person, heard.at(-1) ?? 0).catch(() => undefined)
      if (!live?.response.ok) {
        await new Promise((later) => setTimeout(later, 50))
        continue
      }
      const broken = setTimeout(live.leave, 20 + Math.random() * 150)
      await live.ended
      clearTimeout(broken)
      heard.push(...live.ids)
      breaks += 1
    }
  }
  const followed = follow()
  return {
    heard,
    /** Number of streams that have ended. */
    get breaks() {
      return breaks
    },
    async stop() {
      done = true
      await followed
    },
  }
}

describe.each(databases)('notifications on %s', (kind) => {
  test('lists, opens and reads them for programs, and streams them until the session ends', async () => {
    const database = await openDatabase(kind)
    const product = await startProduct(database.environment)
    const { anna, ben } = await twoPeople(product.baseUrl)
    const stranger = visitor(product.baseUrl)
    expect((await stranger.get('/notifications')).headers.get('location')).toBe('/login')
    expect((await followInbox(product.baseUrl, stranger)).response.status).toBe(401)
    const page = async (query = '') => json<Page>(await anna.person.get(`/notifications${query}`))
    expect(await page()).toEqual({ notifications: [], requests: [], unread: 0, version: 0, next: null })

    const live = await followInbox(product.baseUrl, anna.person)
    expect(live.response.headers.get('content-type')).toBe('text/event-stream')
    expect(live.response.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(live.response.headers.get('x-accel-buffering')).toBe('no')
    await expect.poll(() => live.unread).toBe(0)

    expect((await ben.person.post('/user/anna?/follow')).status).toBe(204)
    await expect.poll(() => [live.ids, live.unread]).toEqual([[1], 1])
    expect(await page()).toMatchObject({
      notifications: [
        {
          id: 1,
          type: 'follow',
          event: 'follow',
          values: {},
          note: 'started following you',
          sender: 'Ben_1',
          portrait: expect.toBeOneOf([null, expect.any(String)]),
          picture: null,
          link: '/user/Ben_1',
          read: false,
          created: expect.any(Number),
        },
      ],
      requests: [],
      unread: 1,
      next: null,
    })
    expect((await ben.person.post('/user/anna?/request')).status).toBe(204)
    await expect.poll(() => live.unread).toBe(2)

    await readBoth(anna.person, live, page)
    await expectRefusals(product.baseUrl, anna.person, ben.person)
    expect((await page('?cursor=2')).notifications.map(({ id }) => id)).toEqual([1])

    await endSessions(product.baseUrl)
    const late = new Promise((later) => setTimeout(later, 25_000))
    expect(await Promise.race([live.ended.then(() => 'ended'), late])).toBe('ended')

    // Streams end as soon as the site stops. Requests that are left are cut off after eight seconds.
    const last = await followInbox(product.baseUrl, ben.person)
    const started = performance.now()
    const stopped = product.stop()
    await last.ended
    expect(performance.now() - started).toBeLessThan(7_000)
    expect(await stopped).toBe(0)
    await database.drop()
  })

  // cluster/deaths.test.ts expects the same of several sites.
  test.skipIf(isCluster)('delivers each notification once through failures and power cuts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'baseplate-notified-'))
    const database = await openDatabase(kind)
    const environment = { ...database.environment, BASEPLATE_DATA: folder }
    let product = await startProduct(environment)
    onTestFinished(async () => {
      await product.stop()
      await database.drop()
      await rm(folder, { recursive: true })
    })
    const { anna, ben } = await twoPeople(product.baseUrl)

    const follower = followWithBreaks(() => product.baseUrl, ben.person)
    const befriendRepeatedly = async (rounds: number) => {
      for (let round = 0; round < rounds; round++) await befriendAndPart(as(ben), as(anna))
    }
    /** Returns the same person at the product's current address. */
    const as = ({ username, person }: typeof anna) => ({
      username,
      person: { ...person, post: (path: string) => postAs(product.baseUrl, person.cookie, path) },
    })

    await befriendRepeatedly(12)
    const cut = befriendRepeatedly(1_000).catch(() => 'cut off')
    await expect.poll(() => follower.heard.length).toBeGreaterThan(16)
    await product.kill()
    expect(await cut).toBe('cut off')
    product = await startProduct(environment)
    // The two may be strangers, friends, or waiting for an answer.
    for (const [{ username }, other] of [
      [anna, ben],
      [ben, anna],
    ] as const)
      for (const action of ['cancel', 'decline', 'unfriend'])
        await postAs(product.baseUrl, other.person.cookie, `/user/${username}?/${action}`)
    await befriendRepeatedly(12)

    const view = await fetch(`${product.baseUrl}/notifications`, {
      headers: { accept: 'application/json', cookie: ben.person.cookie ?? '' },
    })
    const last = (await json<Page>(view)).notifications[0]?.id ?? 0
    expect(last).toBeGreaterThan(28)
    await expect.poll(() => follower.heard.at(-1)).toBe(last)
    await expect.poll(() => follower.breaks).toBeGreaterThan(5)
    await follower.stop()
    expect(follower.heard).toEqual(upTo(last))
  })
})

// On several sites, the tests above expect the same.
test.skipIf(isCluster || severalSitesTested)(
  'two sites on one PostgreSQL notify each other’s users at once',
  async () => {
    const database = await openDatabase('PostgreSQL')
    const one = await startProduct(database.environment)
    const other = await startBeside(one, database.environment)
    const { anna, ben } = await twoPeople(one.baseUrl)
    const live = await followInbox(other.baseUrl, ben.person, 0)
    await expect.poll(() => live.unread).toBe(0)
    for (const round of upTo(10)) {
      await befriendAndPart(ben, anna)
      // Less than the interval of heartbeats, which deliver missed notifications.
      await expect.poll(() => live.ids, { timeout: 60_000 }).toEqual(upTo(round))
    }
    expect((await ben.person.post('/notifications?/readall')).status).toBe(204)
    await expect.poll(() => live.unread).toBe(0)
    expect([await one.stop(), await other.stop()]).toEqual([0, 0])
    await database.drop()
  },
)

const postAs = (baseUrl: string, cookie: string | undefined, path: string) =>
  fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { accept: 'application/json', cookie: cookie ?? '' },
    body: new URLSearchParams(),
  })
