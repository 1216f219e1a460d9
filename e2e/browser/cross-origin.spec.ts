import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { startConfigured } from '../support/configured.ts'
import { type Person, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { authorize } from '../support/program.ts'

const clientFile = resolve(import.meta.dirname, '../../client/src/client.ts')

let product: Product
let other: Server
let maker: Person

/** Another site: a page with the client. */
test.beforeAll(async () => {
  product = await startConfigured({ Api: { CrossOrigin: true } })
  maker = await register(product.baseUrl, 'Maker')
  const script = stripTypeScriptTypes(await readFile(clientFile, 'utf8'))
  other = createServer((request, response) => {
    const isScript = request.url === '/client.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<!doctype html><title>Tools</title>')
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
})
test.afterAll(async () => {
  other.close()
  expect(await product.stop()).toBe(0)
})

/** A site with another port on the same host, to which browsers send the cookies of the host. */
const otherSite = () => `http://127.0.0.1:${(other.address() as AddressInfo).port}/`

test('a page of another site reads, creates and is refused with the client', async ({ page }) => {
  const { token } = await authorize(product.baseUrl, maker, 'read,places:write')
  await page.goto(otherSite())
  const seen = await page.evaluate(
    async ({ base, script, token }) => {
      const { Client } = await import(script)
      const client = new Client(base, token)
      const made = await client.post('/games/create', {}, { name: 'Harbour' })
      const { data } = await client.get('/games', { query: { sort: 'new' } })
      const refusal = await client.post('/games/create', {}, { name: '' }).catch((error: object) => error)
      return {
        location: made.location,
        sorts: Object.keys(data),
        status: refusal.status,
        codes: refusal.codes,
      }
    },
    { base: product.baseUrl, script: `${otherSite()}client.js`, token },
  )
  expect(seen).toMatchObject({ status: 400, codes: { name: 'places.name_missing' } })
  expect(seen.location).toMatch(/^\/place\/\d+\//)
  expect(seen.sorts).toContain('places')
})

test('a page of another site never acts as the user of the browser', async ({ page, context }) => {
  const [name = '', value = ''] = (maker.cookie ?? '').split('=')
  await context.addCookies([{ name, value, url: product.baseUrl }])
  await page.goto(otherSite())
  const tried = await page.evaluate(async (base) => {
    const headers = { accept: 'application/json' }
    const outcome = (sent: Promise<Response>) =>
      sent.then(
        ({ status }) => status,
        () => 'hidden',
      )
    const body = new URLSearchParams({ name: 'Stolen' })
    return {
      page: await outcome(fetch(`${base}/settings/account`, { headers, credentials: 'include' })),
      form: await outcome(fetch(`${base}/games/create`, { method: 'POST', body, credentials: 'include' })),
    }
  }, product.baseUrl)
  expect(tried).toEqual({ page: 'hidden', form: 'hidden' })
  const { places } = (await (await maker.get('/develop')).json()) as { places: { name: string }[] }
  expect(places.map((place) => place.name)).not.toContain('Stolen')
})
