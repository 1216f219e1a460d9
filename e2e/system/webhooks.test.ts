import { spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { startConfigured } from '../support/configured.ts'
import { json } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import { createWebhook, openToReceivers, startReceiver } from '../support/webhooks.ts'

const root = resolve(import.meta.dirname, '../..')
const hasPython = spawnSync('python3', ['--version']).status === 0

interface Log {
  deliveries: { state: string; type: string }[]
}

const readLog = async (owner: Person, page: string) => (await json<Log>(await owner.get(page))).deliveries

/** Starts a receiver of the documentation, and returns what it prints. */
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
  await expect.poll(() => printed, { timeout: 10_000 }).toContain('ready')
  return () => printed
}

test('each event is sent once, and the receivers of the documentation verify it', async () => {
  const product = await startConfigured(openToReceivers)
  onTestFinished(async () => void (await product.stop()))
  const founder = await register(product.baseUrl, 'Founder')
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
  await expect.poll(states, { timeout: 20_000 }).toEqual(['delivered', 'delivered', 'delivered'])
  expect([receiver.ids.length, new Set(receiver.ids).size]).toEqual([3, 3])
  for (const printed of examples)
    for (const name of ['Anna', 'Ben', 'Carl'])
      await expect.poll(printed, { timeout: 20_000 }).toContain(`"username":"${name}"`)
})
