import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { newJoinTicket } from '@baseplate/platform/foundation/ids'
import type { Platform } from '@baseplate/platform/platform'
import { seedPlaces, seedSessions, seedUsers } from '../seed.ts'
import type { Person } from './player.ts'
import type { Summary } from './tally.ts'

/** Players of a platform who send heartbeats and join games, simulated by a separate process. */
export interface SwarmPlayers {
  /**
   * Sends the requests of this many players to these sites in turn from now on. Players who have started keep playing.
   * Resolves when every player has sent a heartbeat.
   */
  use(sites: readonly string[], players: number): Promise<void>
  clear(): void
  summary(): Promise<Record<string, Summary>>
  stop(): Promise<void>
}

/** Creates players and the places where they will play, but not their game sessions. */
export async function seedPlayers(platform: Platform, players: number, places: number): Promise<Person[]> {
  const users = await seedUsers(platform, players, 'swarm_')
  const cookies = await seedSessions(platform, users)
  const ids = await seedPlaces(platform, users[0] ?? '', places)
  return users.map((userId, at) => ({
    userId,
    cookie: cookies[at] ?? '',
    placeId: ids[at % ids.length] ?? 0,
    ticket: newJoinTicket(),
  }))
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
  return {
    async use(sites, players) {
      child.stdin.write(`play ${players} ${sites.join(' ')}\n`)
      await line()
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
