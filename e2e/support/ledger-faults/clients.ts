import { setTimeout as sleep } from 'node:timers/promises'
import type { Operation } from '@baseplate/economy/testing/history'

const accounts = ['user:a', 'user:b', 'user:c', 'user:d', 'user:e']

/** Time after which a client stops waiting for an answer. */
const patienceMs = 3_000

const betweenMs = 30

/** Pause before a retry while no process writes. Twelve clients still try two hundred times a second. */
const outageMs = 60

/** Sends payments, mints and reads to any of the addresses, and records them. */
export interface Clients {
  operations: readonly Operation[]
  stop: () => Promise<void>
}

export function startClients(addresses: () => readonly string[], random: () => number): Clients {
  const operations: Operation[] = []
  let isOver = false
  const one = async (client: number) => {
    for (let n = 0; !isOver; n++) {
      const user = pick(accounts, random)
      const kind = random()
      if (kind < 0.3) {
        const operation = await read(addresses(), user, random)
        operations.push(operation)
        if (operation.answer === 'unknown') await sleep(outageMs)
      } else {
        const request = kind < 0.5 ? mintTo(user, random) : payment(user, random)
        await repeat(
          operations,
          { key: `${client}-${n}`, user, ...request },
          () => pick(addresses(), random),
          () => isOver,
        )
      }
      await sleep(betweenMs)
    }
  }
  const running = Promise.all(Array.from({ length: 12 }, (_, client) => one(client)))
  return {
    operations,
    stop: async () => {
      isOver = true
      await running
    },
  }
}

interface Request {
  key: string
  user: string
  path: string
  body: object
}

const mintTo = (user: string, random: () => number) => ({
  path: '/mint',
  body: { To: user, Amount: 1 + Math.floor(random() * 50), Note: 'n' },
})

const payment = (user: string, random: () => number) => ({
  path: '/transact',
  body: {
    From: user,
    To: pick(
      accounts.filter((each) => each !== user),
      random,
    ),
    Amount: 1 + Math.floor(random() * 60),
    Note: 'n',
  },
})

/**
 * Sends a request with its key until there is an answer, or the clients stop. It counts as one operation,
 * because each attempt may have caused the answer.
 */
async function repeat(
  operations: Operation[],
  { key, user, path, body }: Request,
  address: () => string,
  isOver: () => boolean,
): Promise<void> {
  const began = performance.now()
  const operation: Operation = { began, ended: Number.POSITIVE_INFINITY, answer: 'unknown', key, user }
  operations.push(operation)
  let writer: string | undefined
  while (!isOver()) {
    const answer = await ask(writer ?? address() + path, {
      method: 'POST',
      headers: { 'Idempotency-Key': key },
      body: JSON.stringify(body),
    })
    if (answer?.status === 200) operation.answer = 'accepted'
    else if (answer?.status === 400) operation.answer = { refused: answer.text }
    else {
      // A process that does not write names the one that does.
      writer = writer === undefined ? answer?.writer : undefined
      if (writer === undefined) await sleep(outageMs)
      continue
    }
    operation.ended = performance.now()
    return
  }
}

async function read(addresses: readonly string[], user: string, random: () => number): Promise<Operation> {
  const began = performance.now()
  const answer = await ask(`${pick(addresses, random)}/balance/${encodeURIComponent(user)}`, {})
  const ended = performance.now()
  return { began, ended, user, answer: answer?.status === 200 ? { balance: BigInt(answer.text) } : 'unknown' }
}

interface Answer {
  status: number
  text: string
  /** The request's address at the process that writes. */
  writer: string | undefined
}

async function ask(url: string, init: RequestInit): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    const writer = response.headers.get('location') ?? undefined
    return { status: response.status, text: await response.text(), writer }
  } catch {
    return undefined
  }
}

function pick<T>(list: readonly T[], random: () => number): T {
  const picked = list[Math.floor(random() * list.length)]
  if (picked === undefined) throw new Error('nothing to pick from')
  return picked
}
