import { setTimeout as sleep } from 'node:timers/promises'
import type { SharedProcess } from '@baseplate/economy/testing/shared'
import type { TcpProxy } from '../tcp-proxy.ts'
import type { PostgresTrio } from './postgres-trio.ts'

/** An economy process, with a proxy to each PostgreSQL server. */
export interface Member {
  process: SharedProcess
  proxies: readonly TcpProxy[]
  restart: () => Promise<void>
}

export const faults = [
  'kill',
  'pause',
  'cut',
  'hold',
  'fail over',
  'fail over while paused',
  'split',
  'cancel',
] as const

export type Fault = (typeof faults)[number]

/** Inflicts a fault on the member that writes, or on PostgreSQL, and mends it. */
export async function inflict(
  fault: Fault,
  { member, trio, random }: { member: Member; trio: PostgresTrio; random: () => number },
): Promise<void> {
  const ms = 1_000 + random() * 7_000
  switch (fault) {
    case 'kill':
      await member.process.ended('SIGKILL')
      await sleep(random() * 2_000)
      return member.restart()
    case 'pause':
      return pausing(member, () => sleep(ms))
    case 'cut':
      for (const proxy of member.proxies) proxy.cut()
      await sleep(ms / 4)
      for (const proxy of member.proxies) proxy.mend()
      return
    case 'hold':
      for (const proxy of member.proxies) proxy.hold()
      await sleep(ms)
      for (const proxy of member.proxies) proxy.mend()
      return
    case 'fail over':
      return trio.failOver()
    case 'fail over while paused':
      return pausing(member, () => trio.failOver())
    case 'split':
      return trio.split(ms)
    case 'cancel':
      return trio.cancelCommit()
  }
}

async function pausing({ process }: Member, meanwhile: () => Promise<unknown>): Promise<void> {
  process.child.kill('SIGSTOP')
  try {
    await meanwhile()
  } finally {
    process.child.kill('SIGCONT')
  }
}
