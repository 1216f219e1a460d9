import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:http2'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createMigratedDatabase } from '@baseplate/platform/testing/platforms'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { startConfigured } from '../support/configured.ts'
import { makePlace } from '../support/game.ts'
import { register } from '../support/person.ts'
import { runToEnd, setupSecret, startProduct } from '../support/product.ts'
import { caddy, deploy, nginx, runNginx, startCaddy } from '../support/proxies.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const sessionTo = (port: number) =>
  connect(`https://127.0.0.1:${port}`, { servername: 'play.example.org', rejectUnauthorized: false })

/** Uploads a body over HTTP/2, as browsers do, and returns the status. */
async function upload(port: number, path: string, bytes: number, cookie = ''): Promise<number> {
  const session = sessionTo(port)
  onTestFinished(() => session.destroy())
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'
  const tail = '\r\n--b--\r\n'
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    ':authority': 'play.example.org',
    origin: 'https://play.example.org',
    cookie,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': String(head.length + bytes + tail.length),
  })
  const answered = new Promise<number>((done, failed) => {
    stream.once('response', (headers) => done(Number(headers[':status'])))
    stream.once('error', failed)
    session.once('error', failed)
  })
  const part = Buffer.alloc(1_000_000, 'place')
  const body = function* () {
    yield head
    for (let sent = 0; sent < bytes; sent += part.length) yield part
    yield tail
  }
  Readable.from(body()).pipe(stream)
  stream.resume()
  return answered
}

test.skipIf(!caddy)('Caddy answers 413 to an upload beyond the limit (needs caddy)', async () => {
  const sitePort = await freePort()
  const product = await startConfigured(
    { TrustedProxies: ['127.0.0.1'] },
    { PORT: String(sitePort), BASE_URL: 'https://play.example.org' },
  )
  onTestFinished(async () => void (await product.stop()))
  const maker = await register(`http://127.0.0.1:${sitePort}`, 'Maker', await setupSecret(product))
  const place = await makePlace(maker, 'A large place')
  const port = await freePort()
  await startCaddy({ port, sitePort, orchestratorPort: 1 })
  const isUp = () =>
    new Promise<boolean>((done) => {
      const session = sessionTo(port)
      session.once('connect', () => done(true)).once('error', () => done(false))
      onTestFinished(() => session.destroy())
    })
  await expect.poll(isUp, { timeout: 60_000 }).toBe(true)
  const path = `${place.path}/settings?/data`
  expect(await upload(port, path, 100_000_000, maker.cookie)).toBe(200)
  expect(await upload(port, path, 111_000_000, maker.cookie)).toBe(413)
  expect(await upload(port, path, 140_000_000, maker.cookie)).toBe(413)
})

test.skipIf(!nginx)(
  'nginx starts without a certificate and serves ACME challenges (needs nginx)',
  async () => {
    const folder = await temporaryFolder()
    const port = await freePort()
    const first = (await readFile(join(deploy, 'nginx-first.conf'), 'utf8'))
      .replaceAll(/^ *listen \[::\].*$/gm, '')
      .replaceAll('listen 80', `listen 127.0.0.1:${port}`)
      .replaceAll('/var/www/letsencrypt', folder)
    await mkdir(join(folder, '.well-known/acme-challenge'), { recursive: true })
    await writeFile(join(folder, '.well-known/acme-challenge/token'), 'proof')
    await runNginx(first)
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        async (response) => [response.status, response.ok ? await response.text() : ''],
        () => [0, ''],
      )
    await expect.poll(() => ask('/.well-known/acme-challenge/token')).toEqual([200, 'proof'])
    expect(await ask('/')).toEqual([503, ''])
  },
)

test('a site fails with one sentence while its database is away, and starts when it is back', async () => {
  const { url, drop } = await createMigratedDatabase()
  const proxy = await startTcpProxy(url.replace(/^postgres(ql)?:/, 'http:'))
  onTestFinished(async () => {
    await proxy.close()
    await drop()
  })
  const reached = new URL(url)
  reached.hostname = '127.0.0.1'
  reached.port = String(await freePort())
  const folder = await temporaryFolder()
  const environment = { BASEPLATE_DATA: join(folder, 'data') }
  // The systemd unit restarts the site every two seconds, as often as necessary.
  for (const attempt of [1, 2]) {
    const { code, output } = await runToEnd('site', {
      ...environment,
      PORT: String(await freePort()),
      DATABASE_URL: reached.href,
    })
    expect([attempt, code]).toEqual([attempt, 1])
    expect(output).toContain('The database at DATABASE_URL cannot be reached')
  }
  reached.port = new URL(proxy.baseUrl).port
  const product = await startProduct({ ...environment, DATABASE_URL: reached.href })
  await product.stop()
  const unit = await readFile(join(deploy, 'systemd/baseplate-site.service'), 'utf8')
  for (const line of ['StartLimitIntervalSec=0', 'Restart=always', 'RestartSec=2'])
    expect(unit).toContain(`\n${line}\n`)
  expect(unit).toMatch(/^After=.*postgresql\.service/m)
})
