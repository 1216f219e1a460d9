import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@baseplate/platform/testing/free-port'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { password, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { runToEnd, setupSecret, startProduct } from '../support/product.ts'

const founder = { username: 'Founder', password: 'x', cpassword: 'x' }
const message = 'Open the set-up link that the platform printed at its start'

/** A public platform without accounts, and its address on this machine. */
async function startPublic(): Promise<{ product: Product; address: string }> {
  const PORT = String(await freePort())
  const dataDirectory = await mkdtemp(join(tmpdir(), 'first-account-'))
  const product = await startProduct({
    PORT,
    BASE_URL: 'https://play.example.org',
    BASEPLATE_DATA: dataDirectory,
  })
  onTestFinished(async () => {
    await product.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  })
  return { product, address: `http://127.0.0.1:${PORT}` }
}

test('the first account of a public platform needs the link that the start has printed', async () => {
  const { product, address } = await startPublic()
  const setup = await setupSecret(product)
  expect(product.output()).toContain(`https://play.example.org/register?setup=${setup}`)
  const keys = () => readdir(join(product.dataDirectory, 'keys'))
  expect(await keys()).toContain('setup')

  for (const wrong of [undefined, '', 'guessed', setup.toUpperCase()]) {
    const fields = { ...founder, ...(wrong !== undefined && { setup: wrong }) }
    for (const action of ['initialAccount', 'register']) {
      const refused = await visitor(address).post(`/register?/${action}`, fields)
      expect(refused.status).toBe(403)
      expect(await refused.json()).toMatchObject({ message, code: 'accounts.setup_required' })
    }
  }
  const page = async (path: string) =>
    (await fetch(`${address}${path}`, { headers: { accept: 'text/html' } })).text()
  for (const path of ['/register', '/register?setup=guessed']) {
    const text = await page(path)
    expect(text).toContain('baseplate setup-link')
    expect(text).not.toContain('name="cpassword"')
  }
  expect(await page(`/register?setup=${setup}`)).toContain(`name="setup" value="${setup}"`)

  const made = await visitor(address).post('/register?/initialAccount', { ...founder, setup })
  expect([made.status, made.headers.get('location')]).toEqual([302, '/home'])
  expect(await keys()).not.toContain('setup')
  const again = await runToEnd('setup-link', product.environment)
  expect(again).toMatchObject({
    code: 1,
    output: expect.stringContaining('The first account exists already'),
  })
  const second = { username: 'Second', password, cpassword: password }
  expect((await visitor(address).post('/register?/register', second)).status).toBe(302)
})

describe('a local platform', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct()
  })
  afterAll(() => product.stop())

  test('gives its first account to no page whose own name leads to this machine', async () => {
    const { port } = new URL(product.baseUrl)
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    const headers = {
      host: `evil.example:${port}`,
      origin: `http://evil.example:${port}`,
      'content-type': 'application/x-www-form-urlencoded',
    }
    request(
      { port, host: '127.0.0.1', method: 'POST', path: '/register?/initialAccount', headers },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    ).end(String(new URLSearchParams(founder)))
    expect(await promise).toBe(421)
  })

  test('needs no secret', async () => {
    expect((await visitor(product.baseUrl).post('/register?/initialAccount', founder)).status).toBe(302)
  })
})
