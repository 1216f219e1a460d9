import { createServer, type ServerResponse } from 'node:http'
import { spawnShared, writerOf } from '@baseplate/economy/testing/shared'
import { sharedLedger } from '@baseplate/economy/testing/shared-ledger'
import { listen } from '@baseplate/service/listen'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { createAskEconomy } from './request.ts'
import { createSendToLedger } from './send.ts'

const deadAddress = async () => `http://127.0.0.1:${await freePort()}`

const mint = (amount: bigint) =>
  ({ path: '/mint', body: { To: 'user:a', Amount: amount, Note: 'n' } }) as const

test('payments go to whichever process writes, and pages may read from another', async () => {
  const database = await sharedLedger()
  const processes = await Promise.all([1, 2].map(() => spawnShared(database)))
  const first = await writerOf(processes)
  const second = processes.find((process) => process !== first)
  // A machine that is off and the standby come before the writer.
  const [url = '', ...others] = [await deadAddress(), second?.client.address ?? '', first.client.address]
  const ask = createAskEconomy({
    economy: { url, others, elsewhere: true, host: '', port: 0, readsOnStandby: true },
  })
  const send = createSendToLedger(ask)
  expect(await send(mint(5n), 'first')).toEqual({ outcome: 'accepted' })

  const read = () => ask('GET', '/balance/user%3Aa', { timeoutMs: 5_000, forPage: true })
  await expect.poll(async () => (await read()).text).toBe('5')

  await first.ended('SIGKILL')
  // The first requests may still end before the other process has taken over; payments are then tried again.
  await expect.poll(() => send(mint(7n), 'second')).toEqual({ outcome: 'accepted' })
  const { status, text } = await ask('GET', '/balance/user%3Aa', { timeoutMs: 5_000 })
  expect([status, text]).toEqual([200, '12'])
})

test.each([
  ['does not answer', () => undefined],
  ['fails', (response: ServerResponse) => response.writeHead(500).end()],
])('pages read from the writer in time if a standby %s', async (_name, answer) => {
  const addresses: string[] = []
  for (const each of [(response: ServerResponse) => response.end('5'), answer]) {
    const server = createServer((_request, response) => each(response))
    addresses.push(`http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`)
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
  }
  const [url = '', ...others] = addresses
  const ask = createAskEconomy({
    economy: { url, others, elsewhere: true, host: '', port: 0, readsOnStandby: true },
  })
  const timeoutMs = 3_000
  const began = performance.now()
  const { status, text } = await ask('GET', '/balance/a', { timeoutMs, forPage: true })
  expect([status, text]).toEqual([200, '5'])
  expect(performance.now() - began).toBeLessThan(timeoutMs)
})

test('without any process, a payment was not sent', async () => {
  const ask = createAskEconomy({
    economy: {
      url: await deadAddress(),
      others: [await deadAddress()],
      elsewhere: true,
      host: '',
      port: 0,
    },
  })
  expect(await createSendToLedger(ask)(mint(1n), 'key')).toMatchObject({ outcome: 'unsent' })
})

/** Starts two processes that note what they are asked. The first one closes each connection without an answer. */
async function startSilentAndWriter() {
  const asked: string[] = []
  const listening = async (name: string, answer: (response: ServerResponse) => void) => {
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${name}`)
      request.resume()
      request.once('end', () => answer(response))
    })
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    return `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`
  }
  const url = await listening('silent', (response) => response.destroy())
  const other = await listening('writer', (response) => response.end('5'))
  const ask = createAskEconomy({
    economy: { url, others: [other], elsewhere: true, host: '', port: 0, readsOnStandby: false },
  })
  return { ask, asked }
}

test('a payment without an answer is not sent to another process at once, only the next request is', async () => {
  const { ask, asked } = await startSilentAndWriter()
  const request = { timeoutMs: 3_000, body: '{}' }
  await expect(ask('POST', '/mint', request)).rejects.toThrow()
  expect(asked).toEqual(['POST silent'])
  expect((await ask('POST', '/mint', request)).status).toBe(200)
  expect(asked).toEqual(['POST silent', 'POST writer'])
})

test('a read without an answer is repeated at another process', async () => {
  const { ask, asked } = await startSilentAndWriter()
  expect((await ask('GET', '/balance/a', { timeoutMs: 3_000 })).text).toBe('5')
  expect(asked).toEqual(['GET silent', 'GET writer'])
})

test('while no process writes, each one is asked a few times per second', async () => {
  let asked = 0
  const standby = async () => {
    const server = createServer((_request, response) => {
      asked++
      response.writeHead(503, { 'retry-after': '1' }).end()
    })
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    return `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`
  }
  const ask = createAskEconomy({
    economy: {
      url: await standby(),
      others: [await standby()],
      elsewhere: true,
      host: '',
      port: 0,
      readsOnStandby: false,
    },
  })
  expect((await ask('POST', '/mint', { timeoutMs: 1_000, body: '{}' })).status).toBe(503)
  expect(asked).toBeGreaterThan(3)
  expect(asked).toBeLessThan(40)
})
