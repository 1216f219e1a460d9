import { second } from '@baseplate/service/clock'
import { expect, onTestFinished, test } from 'vitest'
import { openPlatform } from '../../platform.ts'
import { startDataGame } from '../../testing/data-game.ts'
import { listenToMessages } from '../../testing/server-messages.ts'

/** Opens a game on a platform that has two processes. */
async function startTwo() {
  const game = await startDataGame('PostgreSQL')
  const { platform } = game
  const other = await openPlatform(platform.config, platform.log, platform.now)
  onTestFinished(() => other.close())
  return { ...game, other, processes: [platform, other] as const }
}

test('servers of two processes hear each other in one order, while readers come and go', async () => {
  const { processes, servers } = await startTwo()
  const [here, there] = [servers[0].caller, servers[1].caller]
  const whole = [
    await listenToMessages(processes[0], here, ['news']),
    await listenToMessages(processes[1], there, ['news']),
  ]
  const sent: [number, string][] = []
  const sendAll = async (name: string, at: 0 | 1) => {
    for (let count = 0; count < 100; count++) {
      const body = `"${name} ${count}"`
      sent.push([await processes[at].serverMessages.send(at === 0 ? here : there, 'news', body), body])
    }
  }
  const sending = Promise.all([sendAll('a', 0), sendAll('b', 1), sendAll('c', 0), sendAll('d', 1)])
  const parts: number[] = []
  let after = 0
  for (let turn = 0; parts.length < 400; turn++) {
    const { ids, leave, ended } = await listenToMessages(
      processes[turn % 2 === 0 ? 0 : 1],
      here,
      ['news'],
      after,
    )
    await expect.poll(() => ids.length, { interval: 1 }).toBeGreaterThan(0)
    leave()
    await ended
    parts.push(...ids)
    after = ids.at(-1) ?? after
  }
  await sending
  const inOrder = sent.toSorted(([a], [b]) => a - b)
  expect(parts).toEqual(inOrder.map(([id]) => id))
  for (const { bodies } of whole) await expect.poll(() => bodies).toEqual(inOrder.map(([, body]) => body))
})

test('a message wakes the readers of another process', async () => {
  const { processes, servers } = await startTwo()
  const { caller } = servers[0]
  const { bodies } = await listenToMessages(processes[1], caller, ['news'])
  const began = performance.now()
  for (let count = 1; count <= 10; count++) {
    await processes[0].serverMessages.send(caller, 'news', String(count))
    await expect.poll(() => bodies.length, { interval: 5 }).toBe(count)
  }
  // Without signals, each message would wait for the next look of each second.
  expect(performance.now() - began).toBeLessThan(5 * second)
})
