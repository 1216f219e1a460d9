import type { Network } from './network.ts'
import type { SimulatedProcess } from './process.ts'
import type { Scheduler } from './scheduler.ts'
import type { Server } from './server.ts'

/** The processes and servers that have the faults. */
export interface Installation {
  readonly scheduler: Scheduler
  readonly network: Network
  readonly servers: readonly Server[]
  primary: Server
  processes: SimulatedProcess[]
  /** Whether servers are being stopped or promoted. */
  isOperated: boolean
  /** Starts a process on the disk of a former one. */
  start: (former: SimulatedProcess) => SimulatedProcess
}

const allKinds = ['kill', 'pause', 'cut', 'hold', 'stall', 'cancel', 'restart', 'fail over', 'split'] as const

/** Inflicts random faults for a time, and mends them. */
export async function inflict(installation: Installation, forMs: number): Promise<void> {
  const { scheduler, network, servers } = installation
  const faults: Promise<void>[] = []
  // Three kinds per run lead to more situations than all kinds at once, because some kinds prevent what others need.
  const kinds = Array.from({ length: 3 }, () => scheduler.pick(allKinds))
  const betweenMs = scheduler.pick([2_000, 5_000])
  while (scheduler.now < forMs) {
    await scheduler.sleep(scheduler.between(100, betweenMs))
    // Faults overlap.
    faults.push(inflictOne(installation, scheduler.pick(kinds)))
  }
  await Promise.all(faults)
  network.mend()
  for (const server of servers) server.stall(0)
}

async function inflictOne(installation: Installation, kind: (typeof allKinds)[number]): Promise<void> {
  const { scheduler, network, servers } = installation
  const process = victimOf(installation)
  const { machine } = process
  const ms = scheduler.chance(0.5) ? scheduler.between(50, 2_000) : scheduler.between(1_000, 9_000)
  switch (kind) {
    case 'kill':
      network.kill(machine)
      await scheduler.sleep(ms / 2)
      installation.processes = installation.processes.map((each) =>
        each === process ? installation.start(process) : each,
      )
      return
    case 'pause':
      machine.pause()
      await scheduler.sleep(ms)
      return machine.continue()
    case 'cut':
      for (const server of servers) network.cut(machine, server)
      await scheduler.sleep(ms)
      return network.mend()
    case 'hold':
      for (const server of servers) network.hold(machine, server)
      await scheduler.sleep(ms)
      return network.mend()
    case 'stall':
      for (const server of servers) server.stall(ms / 4)
      return
    case 'cancel':
      for (const server of servers) server.stall(ms / 4)
      await scheduler.sleep(scheduler.between(0, ms / 4))
      return installation.primary.cancelWaits()
    case 'restart':
      return alone(installation, () => restart(installation))
    case 'fail over':
      return alone(installation, () => failOver(installation, ms))
    case 'split':
      return alone(installation, () => split(installation, ms))
  }
}

/** Changes the servers unless an operator is doing that already. */
async function alone(installation: Installation, operate: () => Promise<void>): Promise<void> {
  if (installation.isOperated) return
  installation.isOperated = true
  await operate()
  installation.isOperated = false
}

/** Returns the process that a fault hits: mostly the writer. */
function victimOf({ scheduler, processes }: Installation): SimulatedProcess {
  const writer = processes.find(({ member }) => member.role.role === 'writer')
  return writer !== undefined && scheduler.chance(0.7) ? writer : scheduler.pick(processes)
}

/** Crashes the primary and starts it again. Everything on its disk is visible then. */
async function restart({ scheduler, network, primary }: Installation): Promise<void> {
  network.stop(primary)
  await scheduler.sleep(scheduler.between(50, 1_000))
  primary.start()
}

/** Stops the primary, and lets it follow another one later. */
async function failOver(installation: Installation, ms: number): Promise<void> {
  const { scheduler, network, primary: former } = installation
  network.stop(former)
  await scheduler.sleep(ms / 4)
  promote(installation)
  await scheduler.sleep(ms)
  former.follow(installation.primary)
}

/** Promotes a standby while the former primary is alive, and some of the processes still reach it. */
async function split(installation: Installation, ms: number): Promise<void> {
  const { scheduler, network, processes, primary: former } = installation
  for (const { machine } of processes) if (scheduler.chance(0.5)) network.cut(machine, former)
  promote(installation)
  await scheduler.sleep(ms / 2)
  if (scheduler.chance(0.4)) former.cancelWaits()
  await scheduler.sleep(ms / 2)
  network.stop(former)
  former.follow(installation.primary)
  network.mend()
}

/** Promotes the standby that has received most. The other one follows it. */
function promote(installation: Installation): void {
  const standbys = installation.servers.filter((server) => server !== installation.primary)
  const [best, ...others] = standbys.toSorted((one, other) => other.position - one.position)
  if (best === undefined) throw new Error('no standby')
  best.start()
  for (const other of others) other.follow(best)
  installation.primary = best
}
