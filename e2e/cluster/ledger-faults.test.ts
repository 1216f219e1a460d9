import { setTimeout as sleep } from 'node:timers/promises'
import { contradictions, type LoggedEvent } from '@baseplate/economy/testing/history'
import { spawnShared, writerOf } from '@baseplate/economy/testing/shared'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startClients } from '../support/ledger-faults/clients.ts'
import { eventsOf } from '../support/ledger-faults/log.ts'
import {
  hasPostgresTrio,
  type PostgresTrio,
  startPostgresTrio,
} from '../support/ledger-faults/postgres-trio.ts'
import { faults, inflict, type Member } from '../support/ledger-faults/rounds.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** `npm run faults` sets a hundred. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 3)

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))

const say = (text: string) => process.stdout.write(`${text}\n`)

describe.skipIf(!hasPostgresTrio)('a ledger in three PostgreSQL servers', () => {
  test(
    'explains every answer by its order, whatever dies',
    async () => {
      say(`ledger faults: ${rounds} rounds, repeat with SEED=${seed}`)
      const random = randomNumbers(seed)
      const trio = await startPostgresTrio()
      onTestFinished(() => trio.stop())
      const members = await Promise.all([1, 2, 3].map(() => startMember(trio)))
      await writerOf(members.map(({ process }) => process))
      const clients = startClients(() => members.map(({ process }) => process.client.address), random)
      for (let round = 0; round < rounds; round++) {
        const fault = faults[Math.floor(random() * faults.length)] ?? 'kill'
        const writer = await writerOf(members.map(({ process }) => process))
        const member = members.find(({ process }) => process === writer) ?? members[0]
        if (member === undefined) throw new Error('no member')
        say(`round ${round + 1}: ${fault}`)
        const began = performance.now()
        await inflict(fault, { member, trio, random })
        const mended = performance.now()
        await Promise.race([writerOf(members.map(({ process }) => process)), tooLate(members)])
        say(
          `  mended after ${Math.round(mended - began)} ms, a writer ${Math.round(performance.now() - mended)} ms later`,
        )
        await sleep(500)
      }
      await clients.stop()
      const { operations } = clients
      const log = await logOf(trio)
      const answered = operations.filter(({ answer }) => answer !== 'unknown').length
      say(`${operations.length} operations, ${answered} answered, ${log.length} events`)
      expect(log.length).toBeGreaterThan(rounds * 10)
      expect(contradictions(log, operations)).toEqual([])
    },
    120_000 + rounds * 30_000,
  )
})

async function startMember(trio: PostgresTrio): Promise<Member> {
  const proxies = await Promise.all(trio.ports.map((port) => startTcpProxy(`http://127.0.0.1:${port}`)))
  onTestFinished(async () => {
    for (const proxy of proxies) await proxy.close()
  })
  const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const directory = await temporaryFolder()
  const start = () => spawnShared(`postgres://postgres@${hosts}/ledger`, { directory, mayBeAlone: false })
  const member: Member = {
    process: await start(),
    proxies,
    restart: async () => {
      member.process = await start()
    },
  }
  return member
}

/** Fails with the messages of all members if none writes within a minute. */
async function tooLate(members: readonly Member[]): Promise<never> {
  await sleep(60_000, undefined, { ref: false })
  throw new Error(
    `no process writes:\n${members.map(({ process }) => process.messages().replaceAll(/^(Mint|Transaction) .*\n/gm, '')).join('\n---\n')}`,
  )
}

/** Returns the events of the log, and expects an unbroken sequence. */
async function logOf(trio: PostgresTrio): Promise<LoggedEvent[]> {
  const rows = await trio.query('SELECT sequence, ends_at, lines FROM ledger_batches ORDER BY sequence')
  let end = 0
  for (const [index, { sequence, ends_at, lines }] of rows.entries()) {
    end += lines.length
    expect([Number(sequence), Number(ends_at)]).toEqual([index + 1, end])
  }
  return eventsOf(Buffer.concat(rows.map(({ lines }) => lines)).toString())
}

/** Returns a generator of pseudo-random numbers from 0 to below 1, which a seed determines. */
function randomNumbers(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
