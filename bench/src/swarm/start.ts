import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Platform } from '@baseplate/platform/platform'
import { seedPlaces, seedSessions, seedTickets, seedUsers } from '../seed.ts'
import type { Person } from './player.ts'
import type { Summary } from './tally.ts'

/** Players of a platform who send heartbeats and join games, simulated by a process of their own. */
export interface SwarmPlayers {
  /** Sends requests to these sites in turn from now on. The first call resolves when every player has sent a heartbeat. */
  use(sites: readonly string[]): Promise<void>
  clear(): void
  summary(): Promise<Record<string, Summary>>
  stop(): Promise<void>
}

/** Creates players with sessions in as many places. */
export async function seedPlayers(platform: Platform, players: number, places: number): Promise<Person[]> {
  const people: Person[] = []
  const users = await seedUsers(platform, players, 'swarm_')
  const cookies = await seedSessions(platform, users)
  const ids = await seedPlaces(platform, users[0] ?? '', places)
  const each = Math.ceil(players / places)
  for (const [index, placeId] of ids.entries()) {
    const [from, to] = [index * each, (index + 1) * each]
    const tickets = await seedTickets(platform, users.slice(from, to), placeId, 'playing')
    for (const [at, ticket] of tickets.entries()) {
      people.push({ cookie: cookies[from + at] ?? '', placeId, ticket })
    }
  }
  return people
}

export async function startPlayers(people: readonly Person[]): Promise<SwarmPlayers> {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-bench-'))
  const file = join(folder, 'people.json')
  await writeFile(file, JSON.stringify(people))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'generator.ts'), file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async (): Promise<string> => {
    const { done, value } = await lines.next()
    if (done) throw new Error('the generator ended')
    return value
  }
  let plays = false
  return {
    async use(sites) {
      child.stdin.write(`sites ${sites.join(' ')}\n`)
      if (!plays) await line()
      plays = true
    },
    clear: () => child.stdin.write('clear\n'),
    async summary() {
      child.stdin.write('summary\n')
      return JSON.parse(await line()) as Record<string, Summary>
    },
    async stop() {
      child.kill()
      await rm(folder, { recursive: true })
    },
  }
}
