import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answer, refusal } from '../support/answers.ts'
import { type Person, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { startProduct } from '../support/product.ts'
import { addressOf, listRoutes } from '../support/routes.ts'

const values = { id: '1', name: 'name', username: 'Founder', list: 'followers', token: 'x', version: '1' }

describe('HTTP of the site', () => {
  let product: Product
  let founder: Person
  beforeAll(async () => {
    product = await startProduct()
    founder = await register(product.baseUrl, 'Founder')
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  test.each(['default', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'nothing', ''])(
    'answers 404 to the action name "%s" on every page, to programs and browsers',
    async (name) => {
      for (const { id } of (await listRoutes()).filter(({ isPage }) => isPage)) {
        const address = `${addressOf(id, values)}?/${name}`
        const program = await founder.post(address)
        expect([address, program.status, await program.text()]).toEqual([
          address,
          404,
          expect.stringMatching(/^\{"message":"[^"]+","code":"[^"]+"\}$/),
        ])
      }
      const page = await founder.post(`/login?/${name}`, {}, { accept: 'text/html' })
      expect([page.status, page.headers.get('content-type')]).toEqual([404, expect.stringContaining('html')])
    },
  )

  test('answers programs in JSON at addresses that do not exist', async () => {
    for (const address of ['/admin/nothing', '/nothing', '/admin/accounts/Founder/nothing']) {
      expect(await answer(founder.post(address))).toEqual(refusal(404, 'Not Found'))
      expect(await answer(founder.get(address))).toEqual(refusal(404, 'Not Found'))
      const page = await founder.get(address, 'text/html')
      expect([page.status, page.headers.get('content-type')]).toEqual([404, expect.stringContaining('html')])
    }
  })

  test('answers programs with what a page reads from their headers, and with the headers of the page', async () => {
    const accept = 'application/json'
    for (const [agent, system] of [
      ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Windows'],
      ['Mozilla/5.0 (X11; Linux x86_64)', 'Linux'],
    ] as const) {
      const response = await fetch(`${product.baseUrl}/download`, {
        headers: { accept, 'user-agent': agent },
      })
      expect(await response.json()).toMatchObject({ system })
      expect(response.headers.get('vary')).toContain('User-Agent')
    }
  })

  test('answers an operator with the headers of every response, a log line and a count', async () => {
    const [siteUrl] = product.siteUrls
    for (const path of ['/health', '/ready', '/metrics']) {
      const { headers, status } = await fetch(siteUrl + path)
      expect([path, status, headers.get('x-content-type-options')]).toEqual([path, 200, 'nosniff'])
      const requestId = headers.get('x-request-id') ?? 'none'
      await expect.poll(() => product.output()).toContain(`"requestId":"${requestId}","path":"${path}"`)
    }
    const text = await (await fetch(`${siteUrl}/metrics`)).text()
    expect(text).toContain('baseplate_requests_total{route="/health",status="200"} 1\n')
    expect(text).toContain('baseplate_requests_total{route="/metrics",status="200"} 1\n')
  })

  test('compresses pages, JSON and files of the build, and nothing for game clients', async () => {
    const ask = async (path: string, headers: Record<string, string>) => {
      const response = await fetch(product.baseUrl + path, { headers })
      const { headers: answered } = response
      return {
        coding: answered.get('content-encoding'),
        vary: answered.get('vary'),
        text: await response.text(),
      }
    }
    const html = { accept: 'text/html' }
    const plain = await ask('/art/wide/x.svg', { 'accept-encoding': 'identity' })
    expect(plain).toMatchObject({ coding: null, vary: 'Accept-Encoding' })
    for (const coding of ['br', 'gzip']) {
      const accepting = { 'accept-encoding': coding }
      // The shared page for visitors is requested twice. Pages of the founder follow, as HTML and as data.
      for (const _ of ['compressed', 'cached']) {
        const shared = await ask('/games', { ...html, ...accepting })
        expect([shared.coding, shared.vary]).toEqual([coding, expect.stringContaining('Accept-Encoding')])
        expect(shared.text).toMatch(/^<!doctype html>[\s\S]*<\/html>\s*$/)
      }
      for (const [path, accept, whole] of [
        ['/catalog', 'text/html', /<\/html>\s*$/],
        ['/admin', 'application/json', /^\{.*\}$/],
      ] as const) {
        const own = await ask(path, { accept, cookie: founder.cookie ?? '', ...accepting })
        expect([path, own.coding]).toEqual([path, coding])
        expect(own.text).toMatch(whole)
      }
      expect((await ask('/art/wide/x.svg', accepting)).text).toBe(plain.text)
      expect((await ask('/game/studio', accepting)).coding).toBeNull()
      const script = /_app\/immutable\/entry\/start\.[^"]+\.js/.exec((await ask('/', { ...html })).text)?.[0]
      expect((await ask(`/${script}`, accepting)).coding).toBe(coding)
    }
    const stream = await fetch(`${product.baseUrl}/notifications/stream`, {
      headers: { cookie: founder.cookie ?? '', 'accept-encoding': 'br' },
    })
    expect([stream.status, stream.headers.get('content-encoding')]).toEqual([200, null])
    await stream.body?.cancel()
  })

  test('answers 304 for a page that the client has in any encoding', async () => {
    const headers = { accept: 'text/html', 'accept-encoding': 'br' }
    const page = await fetch(`${product.baseUrl}/login`, { headers })
    const etag = page.headers.get('etag') ?? ''
    await page.text()
    expect(etag).toMatch(/^W\/"/)
    const again = await fetch(`${product.baseUrl}/login`, {
      headers: { ...headers, 'accept-encoding': 'gzip', 'if-none-match': etag },
    })
    expect([again.status, again.headers.get('etag'), again.headers.get('vary')]).toEqual([
      304,
      etag,
      expect.stringContaining('Accept-Encoding'),
    ])
  })

  test('leaves values without samples out of the metrics, even at quick successive scrapes', async () => {
    for (let scrape = 0; scrape < 5; scrape++) {
      const text = await (await fetch(`${product.siteUrls[0]}/metrics`)).text()
      expect(text).not.toMatch(/ nan$/im)
      expect(text).not.toMatch(/9223372036/)
      expect(text).toContain('nodejs_eventloop_lag_seconds ')
    }
  })

  describe.each([
    [
      '20,000 fields',
      () => new URLSearchParams(Array.from({ length: 20_000 }, (_, at) => [`field${at}`, 'x'])),
    ],
    ['3,000 parts', () => multipart(3_000)],
    ['a field of 5 MB', () => new URLSearchParams({ username: 'x'.repeat(5_000_000) })],
  ])('answers 413 to a form of %s, and the client reads it:', (_, form) => {
    const send = (path: string, accept: string) =>
      fetch(product.baseUrl + path, {
        method: 'POST',
        body: form(),
        headers: { accept, cookie: founder.cookie ?? '' },
        redirect: 'manual',
      })

    test.each(['/login', '/settings?/profile', '/develop/create', '/games/create'])('at %s', async (path) => {
      for (const accept of ['text/html', 'application/json']) {
        const response = await send(path, accept)
        expect([response.status, await response.text()]).toEqual([
          413,
          expect.stringContaining('is too large'),
        ])
      }
    })
  })

  test('answers 413 from the client API, and the client reads it', async () => {
    const headers = { cookie: founder.cookie ?? '' }
    const screenshot = await fetch(`${product.baseUrl}/studio/uploadmedia/screenshot`, {
      method: 'POST',
      body: multipart(3_000),
      headers,
    })
    expect([screenshot.status, await screenshot.text()]).toEqual([413, 'The form is too large'])
    const large = await fetch(`${product.baseUrl}/UploadMedia/PostImage.aspx`, {
      method: 'POST',
      body: new Uint8Array(30_000_000),
      headers,
    })
    expect([large.status, await large.text()]).toEqual([400, 'Screenshots must be less than 8MB in size'])
    const ignored = await fetch(`${product.baseUrl}/game/machineconfiguration`, {
      method: 'POST',
      body: multipart(3_000),
    })
    expect([ignored.status, await ignored.text()]).toEqual([200, 'OK'])
  })
})

function multipart(parts: number): FormData {
  const form = new FormData()
  for (let part = 0; part < parts; part++) form.set(`field${part}`, 'x')
  return form
}
