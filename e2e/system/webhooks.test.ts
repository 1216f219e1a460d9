import { spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { day } from '../../service/src/clock.ts'
import { startConfigured } from '../support/configured.ts'
import { json } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { withDatabase } from '../support/stock.ts'
import { createWebhook, openToReceivers, startReceiver } from '../support/webhooks.ts'

const root = resolve(import.meta.dirname, '../..')
const hasPython = spawnSync('python3', ['--version']).status === 0

interface Log {
  deliveries: { id: string; state: string; type: string; status: number | null }[]
}

const readLog = async (owner: Person, page: string) => (await json<Log>(await owner.get(page))).deliveries

/** Starts a receiver of the documentation. Returns a function that returns its output. */
async function startExample(program: string[], secret: string, port: number): Promise<() => string> {
  const [command = '', ...parameters] = program
  const child = spawn(command, parameters, {
    cwd: resolve(root, 'docs/examples'),
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stdout.on('data', (text) => (printed += text))
  await expect.poll(() => printed, { timeout: 60_000 }).toContain('ready')
  return () => printed
}

let product: Product
let founder: Person

beforeAll(async () => {
  product = await startConfigured(openToReceivers)
  founder = await register(product.baseUrl, 'Founder')
})
afterAll(async () => void (await product.stop()))

test('each event is sent once, and the receivers of the documentation verify it', async () => {
  const receiver = await startReceiver((_, response) => response.writeHead(204).end())
  const page = '/admin/webhooks'
  const { id } = await createWebhook(founder, page, receiver.url, 'user.registered')
  const examples = await Promise.all(
    [[process.execPath, 'webhook.mjs'], ...(hasPython ? [['python3', 'webhook.py']] : [])].map(
      async (program) => {
        const port = await freePort()
        const { secret } = await createWebhook(founder, page, `http://127.0.0.1:${port}/`, 'user.registered')
        return startExample(program, secret, port)
      },
    ),
  )
  for (const name of ['Anna', 'Ben', 'Carl']) await register(product.baseUrl, name)
  const states = async () => (await readLog(founder, `${page}/${id}`)).map(({ state }) => state)
  await expect.poll(states, { timeout: 60_000 }).toEqual(['delivered', 'delivered', 'delivered'])
  expect([receiver.ids.length, new Set(receiver.ids).size]).toEqual([3, 3])
  for (const printed of examples)
    for (const name of ['Anna', 'Ben', 'Carl'])
      await expect.poll(printed, { timeout: 60_000 }).toContain(`"username":"${name}"`)
})

test('a webhook that has failed for three days is disabled with a notice, and a replay arrives after that', async () => {
  const page = '/settings/webhooks'
  let status = 500
  const receiver = await startReceiver((_, response) => response.writeHead(status).end())
  const { id } = await createWebhook(founder, page, receiver.url, 'item.sold')
  const last = async () => (await readLog(founder, `${page}/${id}`))[0]
  await founder.post(`${page}/${id}?/test`)
  await expect.poll(last, { timeout: 60_000 }).toMatchObject({ state: 'waiting', status: 500 })
  await withDatabase(product, async (db) => {
    const failingSince = Date.now() - 3 * day
    await db
      .updateTable('webhooks')
      .set({ failing_since: failingSince, rest_until: 0 })
      .where('id', '=', id)
      .execute()
    await db.updateTable('webhook_deliveries').set({ due: 0 }).where('webhook_id', '=', id).execute()
  })
  const isDisabled = async () =>
    (await json<{ webhooks: { disabled: string | null }[] }>(await founder.get(page))).webhooks[0]?.disabled
  await expect.poll(isDisabled, { timeout: 60_000 }).toBe('failing')
  const { notifications } = await json<{ notifications: object[] }>(await founder.get('/notifications'))
  expect(notifications).toMatchObject([{ link: page }])
  expect(await last()).toMatchObject({ state: 'failed' })
  status = 204
  await founder.post(`${page}/${id}?/enable`)
  await founder.post(`${page}/${id}?/replay`, { delivery: (await last())?.id ?? '' })
  await expect.poll(last, { timeout: 60_000 }).toMatchObject({ state: 'delivered', status: 204 })
  expect(new Set(receiver.ids).size).toBe(1)
})
