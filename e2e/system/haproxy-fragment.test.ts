import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { debianProgram } from '../../tools/debian-program.ts'
import { startConfigured } from '../support/configured.ts'
import { startProduct } from '../support/product.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const page = resolve(import.meta.dirname, '../../docs/operating/several-machines.md')
const haproxy = debianProgram({ paths: ['/usr/sbin/haproxy'], name: 'haproxy', title: 'haproxy' })

/**
 * Starts HAProxy with the backend of the documentation in front of one site, and returns its address.
 *
 * @param change changes the backend as an operator does
 */
async function startDocumented(sitePort: number, change: (backend: string) => string): Promise<string> {
  const [, fragment = ''] = /```\n(backend sites\n[\s\S]*?)```/.exec(await readFile(page, 'utf8')) ?? []
  const backend = change(fragment.replaceAll(/10\.0\.0\.[12]:3000/g, `127.0.0.1:${sitePort}`))
  const port = await freePort()
  const file = join(await temporaryFolder(), 'haproxy.cfg')
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 150s
  timeout server 60s
frontend public
  bind 127.0.0.1:${port}
  default_backend sites
${backend}`,
  )
  const child = spawn(haproxy ?? '', ['-db', '-f', file], { stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const address = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${address}/login`).then(
      (response) => response.ok,
      () => false,
    )
  while (!(await isUp())) await setTimeout(20)
  return address
}

test.skipIf(!haproxy)('HAProxy with the documented backend refuses the paths of operators', async () => {
  const product = await startProduct()
  onTestFinished(async () => void (await product.stop()))
  const site = product.siteUrls[0] ?? ''
  expect((await fetch(`${site}/metrics`)).status).toBe(200)
  // The site refuses them as well, so they stay closed without the line that denies them.
  for (const leftOut of [/$^/, /^ +http-request deny.*\n/m]) {
    const address = await startDocumented(Number(new URL(site).port), (text) => text.replace(leftOut, ''))
    for (const path of ['/metrics', '/health', '/ready'])
      expect((await fetch(address + path)).status, `${path} without ${leftOut}`).toBe(404)
  }
})

test.skipIf(!haproxy)(
  'HAProxy with the documented backend proves itself, and passes no claim on',
  async () => {
    const key = 'the key of the proxies'
    const product = await startConfigured({ TrustedProxies: ['127.0.0.1', '::1'] }, { PROXY_KEY: key })
    onTestFinished(async () => void (await product.stop()))
    const sitePort = Number(new URL(product.siteUrls[0] ?? '').port)
    const address = await startDocumented(sitePort, (text) => text.replace('<key>', `"${key}"`))
    const keyless = await startDocumented(sitePort, (text) => text.replace(/.*<key>\n/, ''))
    const claims = { 'x-forwarded-for': '203.0.113.9', 'baseplate-proxy-key': 'a key of the client' }
    const askFrom = (localAddress: string, path: string, through: string) =>
      new Promise((done, failed) =>
        request(through + path, { localAddress, headers: claims, agent: false }, done)
          .once('error', failed)
          .end(),
      )
    await askFrom('127.0.0.2', '/from-another-machine', address)
    // As a game server, whose address is that of a trusted proxy.
    await askFrom('127.0.0.1', '/from-this-machine', address)
    await askFrom('127.0.0.2', '/without-key', keyless)
    for (const [path, client] of [
      ['/from-another-machine', '127.0.0.2'],
      ['/from-this-machine', '127.0.0.1'],
      ['/without-key', '127.0.0.1'],
    ])
      await expect.poll(() => product.output()).toContain(`"path":"${path}","address":"${client}"`)
  },
)
