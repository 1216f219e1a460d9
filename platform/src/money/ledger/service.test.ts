import type { ServerResponse } from 'node:http'
import { hour } from '@baseplate/service/clock'
import type { Signals } from '@baseplate/storage/database/signals'
import { expect, test, vi } from 'vitest'
import { openTestPlatform } from '../../testing/platforms.ts'
import { startWebServer } from '../../testing/web-server.ts'
import { createEconomy } from './client.ts'

type Answer = (response: ServerResponse) => void

const answered =
  (status: number, text = '', headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(text)

const cut: Answer = (response) => response.destroy()

/** Opens a platform whose economy service answers like this. */
async function start(first: Answer) {
  let answer = first
  const { url, asked } = await startWebServer((request, response) => {
    request.resume()
    answer(response)
  })
  // A page waits for a balance for 400 ms, and a busy machine may need more.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
  const platform = await openTestPlatform('SQLite', {}, { ECONOMY_URL: url })
  // Jobs of the platform ask as well.
  const asks = (path: string) => asked.filter((one) => one.startsWith(path)).length
  return {
    platform,
    economy: platform.economy,
    url,
    asks,
    answer(next: Answer) {
      answer = next
    },
  }
}

test('a balance is asked for once in two seconds, and again after it has changed', async () => {
  const { platform, economy, asks, answer } = await start(answered(200, '7'))
  expect([await economy.balanceOf('a'), await economy.balanceOf('a')]).toEqual([7n, 7n])
  expect(asks('/balance')).toBe(1)
  answer(answered(200, '8'))
  platform.pass(1_999)
  expect(await economy.balanceOf('a')).toBe(7n)
  platform.pass(1)
  expect(await economy.balanceOf('a')).toBe(8n)
  answer(answered(200, '9'))
  economy.forgetBalance('b')
  expect(await economy.balanceOf('a')).toBe(8n)
  economy.forgetBalance('a')
  expect(await economy.balanceOf('a')).toBe(9n)
})

test('a changed balance is forgotten by all processes, and all balances by one that may have missed a change', async () => {
  const { platform, answer } = await start(answered(200, '7'))
  const listeners: Parameters<Signals['open']>[1][] = []
  const signals: Signals = {
    open(_channel, listener) {
      listeners.push(listener)
      return (signal) => {
        for (const other of listeners) if (other !== listener) other.received(signal)
      }
    },
    async close() {},
  }
  const here = createEconomy({ ...platform, signals })
  const there = createEconomy({ ...platform, signals })
  for (const economy of [here, there]) expect(await economy.balanceOf('a')).toBe(7n)
  answer(answered(200, '8'))
  here.forgetBalance('b')
  expect(await there.balanceOf('a')).toBe(7n)
  here.forgetBalance('a')
  expect(await there.balanceOf('a')).toBe(8n)
  answer(answered(200, '9'))
  expect(await there.balanceOf('a')).toBe(8n)
  for (const { connected } of listeners) connected()
  expect(await there.balanceOf('a')).toBe(9n)
})

test('no page waits for the service within two seconds of a failure', async () => {
  const { platform, economy, asks, answer } = await start(cut)
  expect(await economy.balanceOf('a')).toBeNull()
  const before = asks('/balance')
  answer(answered(200, '5'))
  expect(await economy.balanceOf('b')).toBeNull()
  platform.pass(1_999)
  expect(await economy.balanceOf('c')).toBeNull()
  expect(asks('/balance')).toBe(before)
  platform.pass(1)
  expect(await economy.balanceOf('d')).toBe(5n)
})

test.each([
  [500, '5'],
  [404, '5'],
  [200, ''],
  [200, '-5'],
  [200, '5.0'],
  [200, '<html>'],
  [200, '123456789012345678901'],
])('an answer of %s “%s” is no balance', async (status, text) => {
  const { economy } = await start(answered(status, text))
  expect(await economy.balanceOf('a')).toBeNull()
})

test('an account has its last stipend, unless the service does not report it', async () => {
  const { economy, answer } = await start(answered(200, '7', { 'last-stipend': '12' }))
  expect(await economy.accounts.read('a')).toEqual({ balance: 7n, lastStipend: 12 })
  answer(answered(200, '7'))
  expect(await economy.accounts.read('a')).toEqual({ balance: 7n, lastStipend: undefined })
})

test('a stipend has the interval of the service, or that of one which reports none', async () => {
  const { economy, answer } = await start(answered(200, '7', { 'stipend-interval': '12' }))
  expect(await economy.accounts.stipend()).toEqual({ amount: 7n, interval: 12 })
  answer(answered(200, '7'))
  expect(await economy.accounts.stipend()).toEqual({ amount: 7n, interval: 12 * hour })
})

test.each([
  ['a wrong key', answered(401)],
  ['a fault', answered(500)],
  ['an overload', answered(503)],
  ['no answer', cut],
])('an account cannot be read or get its stipend with %s', async (_name, answer) => {
  const { economy } = await start(answer)
  for (const asking of [
    () => economy.accounts.read('a'),
    () => economy.accounts.stipend(),
    () => economy.accounts.journal(),
    () => economy.accounts.claimStipend('a'),
  ])
    await expect(asking()).rejects.toMatchObject({
      reason: 'failed',
      problem: { code: 'economy.unavailable' },
    })
})

test('a refused stipend says why', async () => {
  const { economy } = await start(answered(400, 'Next stipend not available yet'))
  await expect(economy.accounts.claimStipend('a')).rejects.toMatchObject({
    reason: 'invalid',
    problem: { code: 'economy.stipend_not_due' },
  })
})

test('a page after an unknown event does not exist', async () => {
  const { economy } = await start(answered(400, 'unknown event'))
  await expect(economy.accounts.history('user:a', 'x')).rejects.toMatchObject({ reason: 'invalid' })
})

test('the state of a process is unknown while it starts or does not answer', async () => {
  const { economy, url, answer } = await start(answered(200, '{"events":3}'))
  expect(await economy.readProcesses()).toEqual([{ address: url, status: { events: 3 } }])
  answer(answered(503, '{"events":3}'))
  expect(await economy.readProcesses()).toEqual([{ address: url, status: null }])
  answer(cut)
  expect(await economy.readProcesses()).toEqual([{ address: url, status: null }])
})
