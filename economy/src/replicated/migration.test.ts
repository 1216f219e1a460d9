import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readEvents } from '../read-ledger.ts'
import { type Client, spawnService, temporaryLedger } from '../testing/service.ts'
import { type SharedProcess, spawnShared, writerOf } from '../testing/shared.ts'
import { sharedLedger } from '../testing/shared-ledger.ts'
import { copyLedger, importLedger } from './transfer.ts'

/** Time for which writes may wait while a ledger moves. */
const pauseMsMax = 5_000

const patienceMs = 2_000

/** Starts clients that pay. They send each payment to the services in turn, with the same key, until one accepts it. */
function startPayments(services: readonly Client[]) {
  const keys: string[] = []
  let [longestPauseMs, acceptedAt, isOver] = [0, performance.now(), false]
  const accepted = async (key: string) => {
    for (let attempt = 0; !isOver; attempt++) {
      const service = services[attempt % services.length]
      const signal = AbortSignal.timeout(patienceMs)
      const body = { To: 'user:1', Amount: 1, Note: 'n' }
      const answer = await service?.post('/mint', body, { 'Idempotency-Key': key }, signal).catch(() => '')
      if (answer === '200') return true
      await sleep(10)
    }
    return false
  }
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let n = 0; await accepted(`${client}-${n}`); n++) {
      keys.push(`${client}-${n}`)
      const now = performance.now()
      longestPauseMs = Math.max(longestPauseMs, now - acceptedAt)
      acceptedAt = now
    }
  })
  return {
    keys,
    stop: async () => {
      isOver = true
      await Promise.all(clients)
      return longestPauseMs
    },
  }
}

/** Options of a transfer that follows, and a promise that it has reached the end of the ledger. */
function following(url: string, path: string) {
  const { promise: caughtUp, resolve: onCaughtUp } = Promise.withResolvers<void>()
  return {
    caughtUp,
    options: { url, path, mayBeAlone: true, follow: true, onProgress: () => undefined, onCaughtUp },
  }
}

async function keysIn(path: string): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = []
  const take = async (events: { Key?: string }[]) => void keys.push(...events.map(({ Key }) => Key))
  await readEvents(path, take, () => undefined)
  return keys
}

test('a ledger moves into PostgreSQL and back while clients pay', async () => {
  const [url, path] = [await sharedLedger(), temporaryLedger()]
  const service = await spawnService(path)
  const services = [service.client]
  const payments = startPayments(services)
  await expect.poll(() => payments.keys.length).toBeGreaterThan(100)

  const there = following(url, path)
  const directory = dirname(temporaryLedger())
  const imported = importLedger(`${directory}/ledger`, there.options)
  await Promise.race([there.caughtUp, imported])
  const standby = await spawnShared(url)
  services.push(standby.client)
  const before = payments.keys.length
  await expect.poll(() => payments.keys.length).toBeGreaterThan(before + 50)
  await service.ended('SIGTERM')
  expect(await imported).toBeGreaterThan(1_000)
  await continued(payments, 100)

  const next = await spawnShared(url, { directory })
  expect(next.messages()).not.toContain('reading the ledger again')
  services.push(next.client)
  await movedBack({ url, path, payments, services, processes: [standby, next] })
})

interface Moved {
  url: string
  path: string
  payments: ReturnType<typeof startPayments>
  services: Client[]
  processes: readonly SharedProcess[]
}

async function movedBack({ url, path, payments, services, processes }: Moved): Promise<void> {
  const back = following(url, path)
  const copied = copyLedger(back.options)
  await Promise.race([back.caughtUp, copied])
  await writerOf(processes)
  await Promise.all(processes.map((process) => process.ended('SIGTERM')))
  await copied
  const service = await spawnService(path)
  services.push(service.client)
  await continued(payments, 100)

  expect(await payments.stop()).toBeLessThan(pauseMsMax)
  const keys = await keysIn(path)
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(payments.keys).difference(new Set(keys)).size).toBe(0)
  expect(await service.client.get('/balance/user:1')).toBe(`200 ${keys.length}`)
}

async function continued({ keys }: { keys: readonly string[] }, more: number): Promise<void> {
  const before = keys.length
  await expect.poll(() => keys.length, { timeout: 20_000 }).toBeGreaterThan(before + more)
}
