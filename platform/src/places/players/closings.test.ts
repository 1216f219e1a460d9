import type { Signals } from '@baseplate/storage/database/signals'
import { describe, expect, test, vi } from 'vitest'
import { databases } from '../../testing/platforms.ts'
import { archivePlace } from '../archive.ts'
import { closeServer, noticeMs } from '../servers/close-server.ts'
import { startServer } from '../servers/start-server.ts'
import { address, startWithOrchestrator } from '../servers/testing/orchestrated.ts'
import { joinPlace } from '../sessions/join.ts'
import { createClosings } from './closings.ts'
import { followPlayers } from './follow.ts'

const never = new AbortController().signal

async function start(kind: (typeof databases)[number], Engine: 'classic' | 'minetest' = 'minetest') {
  const game = await startWithOrchestrator(kind, { Hosting: 'Dedicated' }, Engine)
  const { platform, orchestrator, maker, id } = game
  await startServer(platform, maker, { id }, { address })
  const follow = (after?: string) =>
    followPlayers(platform, orchestrator.orders.get(id)?.ticket, after, never)
  return { ...game, follow }
}

describe.each(databases)('the closing of a server on %s', (kind) => {
  test('is announced to its players before the server ends', async () => {
    const { platform, orchestrator, maker, player, id, follow } = await start(kind)
    await joinPlace(platform, player, { id })
    const waiting = follow((await follow()).version)
    const closing = closeServer(platform, maker, { id })
    expect((await waiting).closing).toEqual({ reason: 'closed', closesAt: platform.now() + noticeMs })
    expect(orchestrator.servers.size).toBe(1)
    await closing
    expect(orchestrator.servers.size).toBe(0)
  })

  test('is immediate without players', async () => {
    const { platform, orchestrator, maker, id } = await start(kind)
    const began = performance.now()
    await closeServer(platform, maker, { id })
    expect(orchestrator.servers.size).toBe(0)
    expect(performance.now() - began).toBeLessThan(noticeMs)
  })

  test('is not delayed by the notice when the place is archived', async () => {
    const { platform, orchestrator, maker, player, id, follow } = await start(kind)
    await joinPlace(platform, player, { id })
    const waits = vi.spyOn(platform.playerLists, 'readNext')
    const waiting = follow((await follow()).version)
    await expect.poll(() => waits.mock.calls.length).toBe(1)
    // Lets the first check of the list finish. It ends the wait if it reads the list after the sessions have ended.
    await platform.playerLists.poll()
    await archivePlace(platform, maker, { id })
    await expect.poll(() => orchestrator.servers.size).toBe(0)
    expect((await waiting).closing).toMatchObject({ reason: 'unavailable' })
  })

  test('is immediate and not announced on a classic platform', async () => {
    const { platform, maker, player, id, follow } = await start(kind, 'classic')
    await joinPlace(platform, player, { id })
    const began = performance.now()
    const closing = closeServer(platform, maker, { id })
    expect((await follow()).closing).toBeNull()
    await closing
    expect(performance.now() - began).toBeLessThan(noticeMs)
  })
})

test('a closing is announced in all processes until its time has passed', () => {
  let time = 1_000
  const listeners: ((signal: string) => void)[] = []
  const changed: number[] = []
  const closingsOf = () => {
    const signals: Signals = {
      open(_, { received }) {
        listeners.push(received)
        return (signal) => {
          for (const other of listeners) if (other !== received) other(signal)
        }
      },
      async close() {},
    }
    return createClosings({ now: () => time, signals }, (placeId) => changed.push(placeId))
  }
  const [one, other] = [closingsOf(), closingsOf()]
  one.announce(1818, { reason: 'closed', closesAt: 4_000 })
  expect(changed).toEqual([1818, 1818])
  for (const closings of [one, other]) {
    expect(closings.of(1818)).toEqual({ reason: 'closed', closesAt: 4_000 })
    expect(closings.of(1)).toBeNull()
  }
  for (const receive of listeners) receive('1/unknown/5000')
  expect(other.of(1)).toBeNull()
  time = 4_000
  expect(other.of(1818)).toBeNull()
})
