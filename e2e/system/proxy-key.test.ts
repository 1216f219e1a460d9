import { createServer } from 'node:http'
import { request as requestHttps } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { startConfigured } from '../support/configured.ts'
import { caddy, nginx, startCaddy, startNginx } from '../support/proxies.ts'

const key = 'the key of the proxies'

/** Headers in which a client claims to be another one, and to be a proxy. */
const claims = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-proto': 'http',
  forwarded: 'for=203.0.113.9',
  'x-real-ip': '203.0.113.9',
  'baseplate-proxy-key': 'a key of the client',
}

/** Sends a request through a proxy from an address of this machine, and returns the status. */
const askThrough = (port: number, servername: string, path: string, localAddress = '127.0.0.1') =>
  new Promise<number>((done, failed) => {
    const headers = { host: servername, ...claims }
    const options = { port, path, servername, headers, localAddress, rejectUnauthorized: false }
    requestHttps({ host: '127.0.0.1', agent: false, ...options }, (response) => {
      response.resume().once('end', () => done(response.statusCode ?? 0))
    })
      .once('error', failed)
      .end()
  })

/** Stands in for the orchestrator, and returns what it was sent. */
async function startRecorder(): Promise<{ port: number; received: Record<string, unknown>[] }> {
  const received: Record<string, unknown>[] = []
  const port = await freePort()
  const server = createServer(({ headers }, response) => {
    received.push(headers)
    response.end()
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return { port, received }
}

test.skipIf(!caddy || !nginx).each([
  ['Caddy', startCaddy],
  ['nginx', startNginx],
])('%s proves itself with its key, and passes no claim of a client on', async (_, startProxy) => {
  const sitePort = await freePort()
  const product = await startConfigured(
    { TrustedProxies: ['127.0.0.1', '::1'] },
    { PORT: String(sitePort), BASE_URL: 'https://play.example.org', PROXY_KEY: key },
  )
  onTestFinished(async () => void (await product.stop()))
  const orchestrator = await startRecorder()
  const [port, portWithoutKey] = [await freePort(), await freePort()]
  const ports = { sitePort, orchestratorPort: orchestrator.port }
  await startProxy({ port, ...ports }, (text) =>
    text.replaceAll(/# (.*Baseplate-Proxy-Key +)"change-this-key"/g, `$1"${key}"`),
  )
  await startProxy({ port: portWithoutKey, ...ports })
  const isUp = (at: number) => askThrough(at, 'play.example.org', '/login').then(Boolean, () => false)
  await expect.poll(() => isUp(port), { timeout: 60_000 }).toBe(true)
  await expect.poll(() => isUp(portWithoutKey), { timeout: 60_000 }).toBe(true)

  const addressOf = async (path: string) => {
    const line = () =>
      product
        .output()
        .split('\n')
        .find((text) => text.includes(`"path":"${path}"`))
    await expect.poll(line).toBeDefined()
    return (JSON.parse(line() ?? '') as { address: string }).address
  }
  await askThrough(port, 'play.example.org', '/from-another-machine', '127.0.0.2')
  expect(await addressOf('/from-another-machine')).toBe('127.0.0.2')
  // As a game server, whose address is that of a trusted proxy.
  await askThrough(port, 'play.example.org', '/from-this-machine')
  expect(await addressOf('/from-this-machine')).toBe('127.0.0.1')
  await askThrough(portWithoutKey, 'play.example.org', '/without-key', '127.0.0.2')
  expect(await addressOf('/without-key')).toBe('127.0.0.1')
  await fetch(`http://127.0.0.1:${sitePort}/directly`, { headers: claims })
  expect(await addressOf('/directly')).toBe('127.0.0.1')
  expect(product.output()).not.toContain(key)

  // The orchestrator counts its streams for each client, so it needs the key too.
  await askThrough(port, 'servers.example.org', '/1', '127.0.0.2')
  expect(orchestrator.received).toMatchObject([
    { 'x-forwarded-for': '127.0.0.2', 'x-forwarded-proto': 'https', 'baseplate-proxy-key': key },
  ])
})
