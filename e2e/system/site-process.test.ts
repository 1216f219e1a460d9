import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { anyDatabase, openDatabase } from '../support/databases.ts'
import { makePlace } from '../support/game.ts'
import { bearerOf } from '../support/keys.ts'
import { register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { startProduct } from '../support/product.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe('a running site', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct()
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  test('runs on the SvelteKit version whose formats the JSON for programs relies on', async () => {
    const kit = new URL('../../node_modules/@sveltejs/kit/package.json', import.meta.url)
    // After an upgrade, compare SvelteKit's data_serializer.js and actions.js with site/src/lib/server/programs.ts
    // before changing this version.
    expect(JSON.parse(await readFile(kit, 'utf8'))).toMatchObject({ version: '3.2.0' })
    const data = await visitor(product.baseUrl).get('/login/__data.json')
    const { type, nodes } = (await data.json()) as {
      type: string
      nodes: { type: string; data: unknown[] }[]
    }
    expect([type, nodes.map((node) => node.type)]).toEqual(['data', ['data', 'data']])
    const keys = {
      recoveryAvailable: 1,
      destination: 2,
      passkeysAvailable: 3,
      pending: 2,
      problem: 2,
      keepDays: 2,
    }
    expect(nodes[1]?.data).toEqual([keys, false, null, true])
    const refused = await fetch(`${product.baseUrl}/login`, {
      method: 'POST',
      headers: { accept: 'application/json', 'x-sveltekit-action': 'true' },
      body: new URLSearchParams({ username: '', password: '' }),
    })
    const answer = (await refused.json()) as { type: string; status: number; data: string }
    expect(answer).toMatchObject({ type: 'failure', status: 400 })
    expect(JSON.parse(answer.data)).toEqual(expect.arrayContaining(['login']))
  })

  test('sends security headers with every response, and names a page’s scripts in its policy', async () => {
    for (const path of ['/', '/nowhere', '/game/machineconfiguration', '/game/nothing/here']) {
      const { headers } = await visitor(product.baseUrl).get(path, 'text/html')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('x-frame-options')).toBe('DENY')
      const policy = headers.get('permissions-policy')
      // Game clients ignore the policy, and a heartbeat should stay small.
      if (path.startsWith('/game/')) expect(policy).toBeNull()
      else expect(policy).toMatch(/(^|, )camera=\(\)(, |$)/)
      expect(headers.get('strict-transport-security')).toBeNull()
    }
    const page = await visitor(product.baseUrl).get('/', 'text/html')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).not.toContain('unsafe-inline')
    expect(policy, 'no orchestrator, no other origin').not.toContain('http')
    const inline = [...(await page.text()).matchAll(/<script\b[^>]*>(.+?)<\/script>/gs)]
    expect(inline.length).toBeGreaterThan(0)
    for (const [, script = ''] of inline) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    }
  })

  test('lets shared caches store the texts of a page, except under an outdated URL', async () => {
    const player = await register(product.baseUrl, 'Reader')
    const page = await (await player.get('/games', 'text/html')).text()
    const links = [...page.matchAll(/"(\/texts\/[^"]+)"/g)].map(([, link = '']) => link)
    expect(links.map((link) => link.split('?')[1])).toEqual(['route=', 'route=%2Fgames'])
    for (const link of links) {
      const { status, headers } = await player.get(link)
      expect([status, headers.get('cache-control'), headers.has('set-cookie')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
        false,
      ])
      const outdated = await player.get(link.replace(/\w+(?=\?)/, 'outdated'))
      expect([outdated.status, outdated.headers.get('cache-control')]).toEqual([200, 'no-store'])
    }
    expect((await player.get('/texts/en/any?route=%2Fnowhere')).status).toBe(404)
  })

  test('answers 404 for a missing page, as a page to browsers and as text to game clients', async () => {
    const person = visitor(product.baseUrl)
    const page = await person.get('/nowhere', 'text/html')
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toContain('text/html')
    const client = await person.get('/game/nothing/here')
    expect([client.status, client.headers.get('content-type')?.split(';')[0]]).toEqual([404, 'text/plain'])
  })

  test('answers a refused upload to an endpoint with its reason as JSON', async () => {
    const maker = await register(product.baseUrl, 'Modeller')
    const refused = await maker.upload('/develop/create/model', 'asset', new Blob(['no model']))
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { message: 'This isn’t an XML model file', codes: { asset: 'files.model_xml' } },
    ])
  })

  test('serves pages and client endpoints with one platform, which the build imports', async () => {
    // A client endpoint knows the ticket that a page has just issued.
    const maker = await register(product.baseUrl, 'Maker')
    const created = await maker.post('/games/create', { name: 'Shared' })
    const path = created.headers.get('location') ?? ''
    const { ticket } = (await (await maker.post(`${path}?/join`)).json()) as { ticket: string }
    const ping = await fetch(`${product.baseUrl}/game/clientpresence?ticket=${ticket}`, {
      headers: { 'user-agent': 'Client/WinInet' },
    })
    expect([ping.status, await ping.text()]).toEqual([200, 'OK'])
    // The build imports platform without containing it. This line exists only in platform.
    const grep = spawnSync('grep', [
      '-rlF',
      'pragma journal_mode',
      join(import.meta.dirname, '../../site/build'),
    ])
    expect(grep.stdout.toString()).toBe('')
  })

  test('shares a page among visitors for a second, and never with a signed-in user', async () => {
    const person = await register(product.baseUrl, 'Sharing')
    const address = '/games?sort=new'
    const before = await (await visitor(product.baseUrl).get(address, 'text/html')).text()
    const own = await (await person.get(address, 'text/html')).text()
    expect(own).toContain('Account menu of Sharing')
    expect(before).not.toContain('Account menu of Sharing')
    await makePlace(person, 'Brand new')
    expect(await (await person.get(address, 'text/html')).text()).toContain('Brand new')
    await expect
      .poll(async () => (await visitor(product.baseUrl).get(address, 'text/html')).text())
      .toContain('Brand new')
  })

  test('names requests in the log, but no ticket, password or session', async () => {
    const person = await register(product.baseUrl, 'Logged')
    const secret = 'tickettickettickettickett'
    const answer = await person.get(`/game/join?ticket=${secret}`)
    const requestId = answer.headers.get('x-request-id') ?? 'none'
    await expect.poll(() => product.output()).toContain(requestId)
    expect(product.output()).not.toContain(secret)
    expect(product.output()).not.toContain('correct horse')
    expect(product.output()).not.toContain(person.cookie?.split('=')[1])
    for (const line of product
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{')))
      JSON.parse(line)
  })

  test('shows the balance in the header, and serves pages quickly without the economy service', async () => {
    const rich = await register(product.baseUrl, 'Rich')
    const bodyOf = async (path: string) => (await rich.get(path, 'text/html')).text()
    // On a busy machine, a page may be sent before the balance arrives.
    await expect.poll(() => bodyOf('/home')).toContain('>Balance:</span>')

    const away = await startProduct({ ECONOMY_URL: `http://127.0.0.1:${await freePort()}` })
    onTestFinished(async () => void (await away.stop()))
    const person = await register(away.baseUrl, 'Person')
    const started = performance.now()
    for (const path of ['/home', '/games', '/games/create', '/settings']) {
      const page = await person.get(path, 'text/html')
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('Balance unavailable')
    }
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})

describe('a stopped product', () => {
  test('preserves accounts, places, files and wrong passwords when it is killed, and leaves no process', async () => {
    const folder = await temporaryFolder()
    const database = await openDatabase(anyDatabase)
    const environment = { ...database.environment, BASEPLATE_DATA: folder }
    const first = await startProduct(environment)
    const maker = await register(first.baseUrl, 'Maker')
    const created = await maker.post('/games/create', { name: 'Lasting' })
    const path = created.headers.get('location') ?? ''
    await maker.upload(`${path}/settings?/data`, 'file', new Blob(['bytes']))
    await register(first.baseUrl, 'Guessed')
    const guess = { username: 'Guessed', password: 'wrong' }
    for (let wrong = 0; wrong < 10; wrong++) await visitor(first.baseUrl).post('/login', guess)
    await first.kill()
    // The economy process notices the end of its parent, and releases its port and its ledger.
    await expect
      .poll(() =>
        fetch(`${first.economyUrl}/health`).then(
          () => 'up',
          () => 'gone',
        ),
      )
      .toBe('gone')

    const second = await startProduct(environment)
    onTestFinished(async () => {
      await second.stop()
      await database.drop()
    })
    const again = visitor(second.baseUrl)
    await again.post('/login', { username: 'Maker', password: 'correct horse battery' })
    expect(await (await again.get('/home')).json()).toMatchObject({ own: [{ name: 'Lasting' }] })
    const id = path.split('/')[2]
    expect(await (await again.get(`/game/${id}`, '*/*')).text()).toBe('bytes')
    expect((await visitor(second.baseUrl).post('/login', guess)).status).toBe(429)
  })

  test('restarts the economy service when it dies', async () => {
    const product = await startProduct()
    onTestFinished(async () => void (await product.stop()))
    const pidOf = async () =>
      Number(await readFile(`/proc/${product.pid}/task/${product.pid}/children`, 'utf8'))
    const pid = await pidOf()
    const headers = await bearerOf(product, 'economy')
    process.kill(pid, 'SIGKILL')
    await expect
      .poll(() =>
        fetch(`${product.economyUrl}/health`, { headers }).then(
          (answer) => answer.text(),
          () => 'away',
        ),
      )
      .toBe('OK')
    expect(await pidOf()).not.toBe(pid)
  })
})
