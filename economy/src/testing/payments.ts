import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Proposal } from '../ledger/event.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { systemClock } from '../replicated/clock.ts'
import { Member } from '../replicated/member.ts'
import { PostgresStore } from '../replicated/postgres-store.ts'
import type { Role } from '../replicated/role.ts'
import { defaultTimes } from '../replicated/times.ts'

const accounts = 1_000
const initialAmount = 10_000_000_000n

/** Figures of a run of payments. */
export interface Paid {
  events: number
  seconds: number
  commits: number
  /** Length of their lines. */
  bytes: number
}

/** The writer of a ledger in PostgreSQL without HTTP, in this process. */
export interface Payments {
  /** Lets an even number of payers each send one payment after the other. Half of them start while the others' are being written. */
  payFor: (ms: number, payers: number) => Promise<Paid>
  /** Sends one payment, and waits for it. */
  payOnce: () => Promise<void>
  stop: () => Promise<void>
}

export async function startPayments(url: string): Promise<Payments> {
  const directory = await mkdtemp(join(tmpdir(), 'baseplate-payments-'))
  const ignore = () => undefined
  const fail = (error: unknown) => {
    throw error
  }
  const member = new Member({
    connect: () => PostgresStore.connect(url, { mayBeAlone: false }),
    directory,
    address: 'http://127.0.0.1',
    times: defaultTimes,
    copy: { fromSnapshot: true, mayCut: 'anything', onUnsaved: ignore, onDiscarded: ignore },
    onAccepted: ignore,
    onFailure: fail,
    onRole: ignore,
    clock: systemClock,
  })
  const { ledger, copy } = await writerOf(member)
  const submit = (proposal: Proposal) =>
    new Promise<void>((resolve, reject) => {
      ledger.submit({ proposal }, (outcome) => (outcome === 'accepted' ? resolve() : reject(outcome)))
    })
  await Promise.all(
    Array.from({ length: accounts }, (_, n) =>
      submit({ Type: 'Mint', To: userOf(n), Amount: initialAmount, Note: 'Stipend' }),
    ),
  )
  let sent = 0
  const pay = () => submit(paymentOf(sent++))
  const payUntil = async (end: number) => {
    while (performance.now() < end) await pay()
  }
  return {
    payOnce: pay,
    payFor: async (ms, payers) => {
      const before = { sent, commits: commitsOf(ledger), bytes: copy.chain.size, at: performance.now() }
      const half = () => Array.from({ length: payers / 2 }, () => payUntil(before.at + ms))
      const first = half()
      // From the second turn on, the first batch is being written.
      await setImmediate()
      await setImmediate()
      await Promise.all([...first, ...half()])
      return {
        events: sent - before.sent,
        commits: commitsOf(ledger) - before.commits,
        bytes: copy.chain.size - before.bytes,
        seconds: (performance.now() - before.at) / 1000,
      }
    },
    stop: async () => {
      await member.close()
      await rm(directory, { recursive: true })
    },
  }
}

async function writerOf(member: Member): Promise<Extract<Role, { role: 'writer' }>> {
  for (;;) {
    const { role } = member
    if (role.role === 'writer') return role
    await sleep(20)
  }
}

const commitsOf = (ledger: Ledger) => ledger.state.commits.counts.reduce((all, each) => all + each, 0)

/** Names and payments of the lengths that the site sends. */
const userOf = (n: number) => `user:${String(n % accounts).padStart(12, '0')}`

const paymentOf = (n: number): Proposal => ({
  Type: 'Transaction',
  From: userOf(n),
  To: userOf(n + 1),
  Amount: BigInt((n % 50) + 1),
  Note: 'Bought a hat',
  Link: `/catalog/${n}/hat`,
  Fee: 0.1,
})
