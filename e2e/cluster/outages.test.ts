import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cast, makeCast } from '../support/deaths/cast.ts'
import { type MortalSites, type Service, startMortalSites } from '../support/deaths/mortal-sites.ts'
import { clientAgent, json } from '../support/game.ts'
import { bearerOf } from '../support/keys.ts'
import { hasObjectStore } from '../support/object-store.ts'

/** Length of an outage. `OUTAGE_SECONDS=30 npm run test:cluster` tests a long one. */
const outageMs = Number(process.env.OUTAGE_SECONDS ?? 3) * 1_000

/**
 * Less than the five seconds after which a site gives up a connection or a request to the ledger. Half of the answers take less:
 * on a heavily overloaded machine, any one may take longer.
 */
const atOnceMs = 4_500

/** Time until a site notices that the database is away. It notices closed connections at once. */
const noticedMs = { cut: 0, hold: 6_000 } as const

describe.skipIf(!hasObjectStore)('while every site lacks', () => {
  let product: MortalSites
  let cast: Cast
  const closings: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    product = await startMortalSites(2)
    closings.push(product.stop)
    cast = await makeCast(product, 3)
    closings.push(cast.close)
  })
  afterAll(async () => {
    for (const close of closings.toReversed()) await close()
  })

  const proxiesOf = (services: readonly Service[]) =>
    product.sites.flatMap(({ proxies }) => services.map((service) => proxies[service]))

  interface Timed {
    status: number
    retryAfter: string | null
    /** Milliseconds since the outage began. */
    began: number
    ms: number
  }

  /** Repeats a request until the time is up. */
  async function ask(ms: number, request: () => Promise<Response>): Promise<Timed[]> {
    const start = performance.now()
    const answers: Timed[] = []
    do {
      const began = performance.now()
      const response = await request()
      await response.arrayBuffer()
      answers.push({
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        began: began - start,
        ms: performance.now() - began,
      })
      await setTimeout(100)
    } while (performance.now() - start < ms)
    return answers
  }

  const medianOf = (answers: readonly Timed[]): number =>
    answers.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(answers.length / 2)] ?? 0

  const say = (what: string, answers: readonly Timed[], backMs: number) => {
    const slowest = Math.max(...answers.map(({ ms }) => ms))
    process.stdout.write(
      `without ${what}: ${answers.length} answers, slowest ${Math.round(slowest)} ms, back after ${Math.round(backMs)} ms\n`,
    )
  }

  /** The address of one site, without the load balancer. */
  const site = () => product.sites[0]?.baseUrl ?? ''
  const signedIn = () => ({
    cookie: cast.maker.person.cookie ?? '',
    accept: 'text/html',
    origin: product.baseUrl,
  })
  const placePath = () => cast.places[0]?.path ?? ''
  const ping = (ticket: string, baseUrl = product.baseUrl) =>
    fetch(`${baseUrl}/game/clientpresence?ticket=${ticket}`, { headers: clientAgent })

  async function join(index: number): Promise<string> {
    const { ticket } = await json<{ ticket: string }>(
      (await cast.players[index]?.person.post(`${placePath()}?/join`)) ?? Response.error(),
    )
    const script = await fetch(`${product.baseUrl}/game/join?ticket=${ticket}`, { headers: clientAgent })
    expect(script.status).toBe(200)
    return ticket
  }

  const isPlaying = async (username: string) => {
    const response = await cast.maker.person.get(placePath())
    if (!response.ok) return false
    const { players } = (await response.json()) as { players: { username: string }[] }
    return players.some((player) => player.username === username)
  }

  test.each(['cut', 'hold'] as const)(
    'PostgreSQL (%s), requests get 503 at once, and presence and joins come back',
    async (how) => {
      const ticket = await join(0)
      const proxies = proxiesOf(['database', 'signals'])
      for (const proxy of proxies) proxy[how]()
      const ms = Math.max(outageMs, 2 * noticedMs[how])
      const answers = await Promise.all([
        ask(ms, () => fetch(`${site()}/home`, { headers: signedIn() })),
        ask(ms, () => fetch(`${site()}${placePath()}?/like`, { method: 'POST', headers: signedIn() })),
        ask(ms, () => fetch(`${site()}/game/join?ticket=${ticket}`, { headers: clientAgent })),
      ])
      for (const proxy of proxies) proxy.mend()
      const began = performance.now()
      await expect.poll(async () => (await ping(ticket)).status).toBe(200)
      await expect.poll(() => isPlaying('Player0')).toBe(true)
      say(`PostgreSQL (${how})`, answers.flat(), performance.now() - began)
      expect(await join(1)).toBeTruthy()
      for (const answer of answers.flat())
        expect(answer).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) })
      expect(medianOf(answers.flat().filter(({ began }) => began >= noticedMs[how]))).toBeLessThan(atOnceMs)
    },
    outageMs + 240_000,
  )

  const upload = () =>
    cast.maker.person.upload(`${site()}${placePath()}/settings?/data`, 'file', new Blob([`${Math.random()}`]))

  test(
    'object storage, files get 503 at once, and pages are served',
    async () => {
      expect((await upload()).status).toBe(200)
      const proxies = proxiesOf(['files'])
      for (const proxy of proxies) proxy.cut()
      const key = await bearerOf(product, 'gameservers')
      const [pages = [], ...files] = await Promise.all([
        ask(outageMs, () => fetch(`${site()}/home`, { headers: signedIn() })),
        ask(outageMs, () => fetch(`${site()}/game/${cast.places[0]?.id}`, { headers: key })),
        ask(outageMs, upload),
      ])
      for (const proxy of proxies) proxy.mend()
      const began = performance.now()
      await expect.poll(async () => (await upload()).status).toBe(200)
      say('object storage', [...pages, ...files.flat()], performance.now() - began)
      for (const { status } of pages) expect(status).toBe(200)
      for (const answer of files.flat())
        expect(answer).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) })
      for (const each of [pages, ...files]) expect(medianOf(each)).toBeLessThan(atOnceMs)
    },
    outageMs + 240_000,
  )

  test(
    'the ledger, purchases are refused at once, and pages are served',
    async () => {
      const proxies = proxiesOf(['ledger'])
      for (const proxy of proxies) proxy.cut()
      const buy = () => cast.buyers[0]?.person.post(`${site()}/catalog/${cast.items[0]}/x?/buy`)
      const [pages = [], purchases = []] = await Promise.all([
        ask(outageMs, () => fetch(`${site()}/economy`, { headers: signedIn() })),
        ask(outageMs, async () => (await buy()) ?? Response.error()),
      ])
      for (const proxy of proxies) proxy.mend()
      const began = performance.now()
      await expect.poll(async () => (await buy())?.status, { timeout: 90_000 }).toBe(204)
      say('ledger', [...pages, ...purchases], performance.now() - began)
      for (const { status } of pages) expect(status).toBe(200)
      for (const { status } of purchases) expect(status).toBe(500)
      for (const each of [pages, purchases]) expect(medianOf(each)).toBeLessThan(atOnceMs)
    },
    outageMs + 240_000,
  )
})
