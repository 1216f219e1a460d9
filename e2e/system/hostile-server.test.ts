import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { hasSandbox } from '@baseplate/orchestrator/testing/has-sandbox'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Loot } from '../client/dedicated-server.ts'
import { json, makePlace, upload } from '../support/game.ts'
import { register } from '../support/person.ts'
import { startProduct } from '../support/product.ts'
import { childOf, greet, prepareServers } from '../support/servers.ts'

const root = resolve(import.meta.dirname, '../..')
const theft = JSON.stringify({ To: 'user:thief', Amount: 1_000_000, Note: 'Stolen' })
const isRoot = process.getuid?.() === 0

/** Expects that every attempt of the server failed, except in its own folders. */
function expectNoLoot(loot: Loot, ownFolder: string, mintUrl: string, presenceUrl: string): void {
  expect(new Set(Object.values(loot.files))).toEqual(new Set(['ENOENT']))
  const { [ownFolder]: own, '/tmp': temporary, ...others } = loot.folders
  expect([own, temporary]).toEqual(['written', 'written'])
  for (const [folder, outcome] of Object.entries(others)) {
    // Its `/tmp` and `/dev/shm` are private, so it may write there.
    if (!/^\/(tmp|dev\/shm)\//.test(folder)) {
      expect([folder, outcome]).toEqual([folder, expect.stringMatching(/^(EROFS|EACCES)$/)])
    }
  }
  expect(loot.posts).toEqual({ [mintUrl]: '401', [presenceUrl]: '401' })
  expect(loot.signal).toBe('ESRCH')
  expect(loot.processes.filter((command) => command.includes('main.mjs'))).toEqual([])
  expect(JSON.stringify(loot.environment)).not.toContain('secret')
  const allowed =
    /^(PATH|LANG|LC_ALL|TZ|USER|LOGNAME|HOME|PWD|BASEPLATE_(SERVER|SILENT_SECONDS|TICKET|(SERVE_)?URL|PLACE_(ID|NAME|VERSION)|MAX_PLAYERS))$/
  expect(Object.keys(loot.environment).filter((name) => !allowed.test(name))).toEqual([])
}

describe
  .skipIf(!hasSandbox)
  .each([['our own user', {}], ...(isRoot ? [['another user', { User: 'nobody' }] as const] : [])] as const)(
  'a hostile game server in a sandbox, as %s',
  (_name, more) => {
    test('gets no key, ledger, process or money, and still serves its game', async () => {
      const servers = await prepareServers({ Sandbox: 'bwrap', ...more })
      const product = await startProduct({ ...servers.environment, EMAIL_PASSWORD: 'secret' })
      onTestFinished(async () => {
        await product.kill()
        await servers.remove()
      })
      await servers.build(product)
      const maker = await register(product.baseUrl, 'Maker')
      const place = await makePlace(maker, 'A place')
      await upload({ maker, place }, randomBytes(1_000))
      const neighbour = await makePlace(maker, 'A neighbour')
      const work = (id: number) => join(product.dataDirectory, 'orchestrator', 'servers', String(id), 'work')
      await mkdir(work(neighbour.id), { recursive: true })
      const files = [
        ...['keys/signing.pem', 'keys/economy', 'keys/orchestrator', 'keys/gameservers', 'economy/ledger'],
        ...['baseplate.sqlite', 'orchestrator/state.json'],
      ].map((name) => join(product.dataDirectory, name))
      const expected = files.filter((file) => !file.endsWith('state.json'))
      await expect.poll(() => expected.filter((file) => !existsSync(file))).toEqual([])
      const folders = [
        ...[root, '/usr', '/etc', '/tmp', product.dataDirectory],
        ...[neighbour, place].map(({ id }) => work(id)),
      ]
      const mint: [string, string] = [`${product.economyUrl}/mint`, theft]
      const presence: [string, string] = [`${servers.privateUrl}/presence`, '[]']
      await servers.behave({
        default: {
          hostile: {
            files: [...files, '/etc/shadow', `/proc/${product.pid}/environ`],
            folders,
            posts: [mint, presence],
            pid: (await childOf(product, 'orchestrator')) ?? 0,
          },
        },
      })
      expect((await maker.post(`${place.path}?/start`)).status).toBe(204)
      const { port = 0 } = await servers.ask('GET', place.id)
      await expect
        .poll(async () => (await servers.ask('GET', place.id)).state, { timeout: 60_000 })
        .toBe('ready')
      expect(await greet(port)).toMatchObject({ placeId: place.id })

      const { log } = await json<{ log: string }>(await maker.get(`${place.path}/log`))
      const loot: Loot = JSON.parse(/^loot (.*)$/m.exec(log)?.[1] ?? '')
      expectNoLoot(loot, work(place.id), mint[0], presence[0])
      expect(folders.filter((folder) => existsSync(join(folder, 'stolen')))).toEqual([work(place.id)])
      if ('User' in more) expect(loot.uid).toBe(65_534)
      expect((await maker.post(`${place.path}?/close`)).status).toBe(204)
      expect(await servers.running()).toEqual(new Map())
    })
  },
)
