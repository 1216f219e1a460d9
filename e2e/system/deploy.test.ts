import { execFile, spawn, spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { startConfigured } from '../support/configured.ts'
import { makePlace } from '../support/game.ts'
import { bearerOf } from '../support/keys.ts'
import { type Person, register } from '../support/person.ts'
import { setupSecret } from '../support/product.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const deploy = join(root, 'deploy')

/** Whether the machine has a program. Tests that need a missing program are skipped. */
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

test.skipIf(!has('systemd-analyze'))(
  'systemd accepts the units and rates them as well confined (skipped without systemd)',
  async () => {
    const folder = await temporaryFolder()
    const units = await readdir(join(deploy, 'systemd'))
    expect(units.toSorted()).toEqual(
      ['economy', 'orchestrator', 'site'].map((part) => `baseplate-${part}.service`),
    )
    for (const unit of units) {
      const text = await readFile(join(deploy, 'systemd', unit), 'utf8')
      await writeFile(join(folder, unit), text.replaceAll('/opt/baseplate', root))
    }
    const files = units.map((unit) => join(folder, unit))
    expect(await run('systemd-analyze', ['verify', ...files])).toEqual({ stdout: '', stderr: '' })
    // systemd's scale goes from 0 to 100 and calls 20 "ok"; an unconfined service gets 96. The orchestrator needs the
    // system calls that its sandboxes are made of.
    for (const file of files) {
      const threshold = file.includes('orchestrator') ? 33 : 20
      const args = ['security', '--offline=true', `--threshold=${threshold}`, '--no-pager', file]
      await run('systemd-analyze', args)
    }
  },
)

test.skipIf(!has('caddy'))('Caddy accepts its files (skipped without Caddy)', async () => {
  const env = { ...process.env, DOMAIN: 'play.example.org' }
  for (const file of ['Caddyfile', 'containers/Caddyfile'])
    await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', join(deploy, file)], { env })
})

/** Runs nginx with the project's configuration, on ports of the test and with certificates that it creates. */
async function startNginx(sitePort: number): Promise<number> {
  const folder = await temporaryFolder()
  const port = await freePort()
  const plainPort = await freePort()
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=play.example.org',
    '-keyout',
    key,
    '-out',
    certificate,
  ])
  const site = (await readFile(join(deploy, 'nginx.conf'), 'utf8'))
    .replaceAll(/^ *listen \[::\].*$/gm, '')
    .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${sitePort}`)
    .replaceAll('/etc/nginx/baseplate-proxy.conf', join(deploy, 'nginx-proxy.conf'))
    .replaceAll(/\/etc\/letsencrypt\S*fullchain\.pem/g, certificate)
    .replaceAll(/\/etc\/letsencrypt\S*privkey\.pem/g, key)
  const config = join(folder, 'nginx.conf')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  await writeFile(
    config,
    `daemon off; pid ${folder}/pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}
     events {} http { access_log off; ${paths.join(' ')} ${site} }`,
  )
  const { stderr } = await run('nginx', ['-t', '-q', '-c', config])
  expect(stderr).toBe('')
  const nginx = spawn('nginx', ['-c', config], { stdio: 'ignore' })
  onTestFinished(async () => {
    const ended = new Promise((done) => nginx.once('exit', done))
    nginx.kill()
    await ended
  })
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${plainPort}`, { redirect: 'manual' }).then(
        (r) => r.status,
        () => 0,
      ),
    )
    .toBe(301)
  return port
}

/** Returns a function that sends requests of the maker through nginx. */
function askNginx(port: number, maker: Person) {
  return (
    path: string,
    options: { method?: string; headers?: Record<string, string>; body?: Readable } = {},
  ) =>
    new Promise<IncomingMessage>((answered, failed) => {
      const { body = Readable.from([]), ...rest } = options
      const sending = request(
        {
          host: '127.0.0.1',
          port,
          path,
          servername: 'play.example.org',
          rejectUnauthorized: false,
          ...rest,
          headers: {
            host: 'play.example.org',
            cookie: maker.cookie ?? '',
            accept: 'application/json',
            ...rest.headers,
          },
        },
        answered,
      )
      sending.once('error', failed)
      body.pipe(sending)
    })
}

const textOf = async (answer: IncomingMessage) => {
  let text = ''
  for await (const chunk of answer) text += chunk
  return text
}

test.skipIf(!has('nginx') || !has('openssl'))(
  'nginx passes 100 MB, delivers notifications at once and hides metrics (skipped without nginx)',
  async () => {
    const sitePort = await freePort()
    const product = await startConfigured(
      { TrustedProxies: ['127.0.0.1'] },
      { PORT: String(sitePort), BASE_URL: 'https://play.example.org' },
    )
    onTestFinished(async () => void (await product.stop()))
    const direct = `http://127.0.0.1:${sitePort}`
    const maker = await register(direct, 'Maker', await setupSecret(product))
    const friend = await register(direct, 'Friend')
    const place = await makePlace(maker, 'A large place')
    const port = await startNginx(sitePort)

    const ask = askNginx(port, maker)

    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'
    const size = 100_000_000
    const part = Buffer.alloc(1_000_000, 'place')
    const uploaded = await ask(`${place.path}/settings?/data`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': String(head.length + size + 9),
      },
      body: Readable.from(
        (function* () {
          yield head
          for (let sent = 0; sent < size; sent += part.length) yield part
          yield '\r\n--b--\r\n'
        })(),
      ),
    })
    expect([uploaded.statusCode, await textOf(uploaded)]).toEqual([200, expect.stringContaining('message')])
    const headers = await bearerOf(product, 'gameservers')
    const file = await fetch(`${direct}/game/${place.id}`, { method: 'HEAD', headers })
    expect(file.headers.get('content-length')).toBe(String(size))

    const stream = await ask('/notifications/stream', { headers: { accept: 'text/event-stream' } })
    expect(stream.headers['content-type']).toBe('text/event-stream')
    let heard = ''
    stream.on('data', (chunk: Buffer) => {
      heard += chunk
    })
    expect((await friend.post('/user/Maker?/follow')).status).toBeLessThan(400)
    await expect.poll(() => heard).toContain('Friend')
    stream.destroy()

    for (const path of ['/health', '/ready', '/metrics']) expect((await ask(path)).statusCode).toBe(404)
    expect((await fetch(`${direct}/metrics`)).status).toBe(200)
  },
)
