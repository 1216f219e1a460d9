import { copyFileSync, existsSync, mkdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { Member } from '../../replicated/member.ts'
import { servingOf } from '../../replicated/open.ts'
import type { LogStore } from '../../replicated/store.ts'
import { defaultTimes } from '../../replicated/times.ts'
import { Machine } from './machine.ts'
import type { Network } from './network.ts'
import type { Scheduler } from './scheduler.ts'
import type { Server } from './server.ts'
import { type Mistake, SimulatedStore } from './store.ts'

interface Parts {
  scheduler: Scheduler
  network: Network
  /** In the order of the connection string. */
  servers: readonly Server[]
  mistake: Mistake | undefined
}

/** An economy service without HTTP: a real member with a real copy, over simulated servers. */
export class SimulatedProcess {
  readonly machine: Machine
  readonly member: Member
  readonly directory: string
  readonly failures: unknown[] = []
  readonly #parts: Parts

  constructor(name: string, directory: string, parts: Parts) {
    const machine = new Machine(name, parts.scheduler)
    this.machine = machine
    this.directory = directory
    this.#parts = parts
    const ignore = () => undefined
    this.member = new Member({
      connect: () => this.#connect(),
      directory,
      address: name,
      times: { ...defaultTimes, readMs: this.#readMs },
      copy: { fromSnapshot: false, mayCut: 'anything', onUnsaved: ignore, onDiscarded: ignore },
      onAccepted: ignore,
      onFailure: (error) => this.failures.push(error),
      onRole: ignore,
      clock: machine.clock,
    })
  }

  get #readMs(): number {
    return this.#parts.mistake === 'answers without a lease' ? Number.POSITIVE_INFINITY : defaultTimes.readMs
  }

  get serving() {
    return servingOf(this.member.role, this.#readMs, this.machine.clock)
  }

  /** Tries the servers one after the other, as `connectToPrimary` does. */
  async #connect(): Promise<LogStore> {
    const { scheduler, network, servers, mistake } = this.#parts
    const { machine } = this
    for (const server of servers) {
      const fault = network.faultOf(machine, server)
      const ms = fault === 'held' ? 3_000 : scheduler.latency()
      await new Promise<void>((resolve) => machine.clock.after(ms, resolve))
      const isReached = network.faultOf(machine, server) === undefined
      if (isReached && server.acceptsWrites)
        return new SimulatedStore({ scheduler, machine, network, server, mistake })
    }
    throw new Error('no server accepts writes')
  }
}

/** Copies the files that a process leaves on its disk to a new directory. The end of the ledger may be missing. */
export function leaveBehind(from: string, to: string, scheduler: Scheduler): void {
  mkdirSync(to)
  const file = join(from, 'ledger')
  if (!existsSync(file) || scheduler.chance(0.2)) return
  copyFileSync(file, join(to, 'ledger'))
  if (scheduler.chance(0.5)) {
    truncateSync(join(to, 'ledger'), Math.floor(scheduler.between(0, statSync(file).size + 1)))
  }
}
