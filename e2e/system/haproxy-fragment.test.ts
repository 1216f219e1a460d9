import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { debianProgram } from '../../tools/debian-program.ts'
import { startProduct } from '../support/product.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const page = resolve(import.meta.dirname, '../../docs/operating/several-machines.md')
const haproxy = debianProgram({ paths: ['/usr/sbin/haproxy'], name: 'haproxy', title: 'haproxy' })

/** Starts HAProxy with the backend of the documentation in front of one site, and returns its address. */
async function startDocumented(sitePort: number, leftOut: RegExp): Promise<string> {
  const [, fragment = ''] = /```\n(backend sites\n[\s\S]*?)```/.exec(await readFile(page, 'utf8')) ?? []
  const backend = fragment.replaceAll(/10\.0\.0\.[12]:3000/g, `127.0.0.1:${sitePort}`).replace(leftOut, '')
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

test.skipIf(!haproxy).each([
  ['as it stands', /$^/],
  ['without the line that denies them', /^ +http-request deny.*\n/m],
])('HAProxy with the documented backend, %s, refuses the paths of operators', async (_, leftOut) => {
  const product = await startProduct()
  onTestFinished(async () => void (await product.stop()))
  const site = product.siteUrls[0] ?? ''
  expect((await fetch(`${site}/metrics`)).status).toBe(200)
  const address = await startDocumented(Number(new URL(site).port), leftOut)
  for (const path of ['/metrics', '/health', '/ready'])
    expect((await fetch(address + path)).status, path).toBe(404)
})
