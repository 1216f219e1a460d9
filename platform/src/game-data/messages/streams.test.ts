import { describe, expect, test } from 'vitest'
import { updateServices } from '../../places/services.ts'
import { regenerateServerTicket } from '../../places/settings.ts'
import { startDataGame } from '../../testing/data-game.ts'
import { databases } from '../../testing/platforms.ts'
import { listenToMessages } from '../../testing/server-messages.ts'

const idle = new AbortController().signal

describe.each(databases)('streams of messages on %s', (kind) => {
  test('end for the fifth one of the same server, the oldest first', async () => {
    const { platform, servers } = await startDataGame(kind)
    const [here, there] = [servers[0].caller, servers[1].caller]
    const first = await listenToMessages(platform, here, ['news'])
    const others = [await listenToMessages(platform, there, ['news'])]
    for (let at = 0; at < 4; at++) others.push(await listenToMessages(platform, here, ['news']))
    await first.ended
    await platform.serverMessages.send(here, 'news', '1')
    for (const { bodies } of others) await expect.poll(() => bodies).toEqual(['1'])
    expect(first.bodies).toEqual([])
    expect(platform.serverMessages.followers()).toBe(5)
  })

  test('end when the process stops, which opens no further one', async () => {
    const { platform, servers } = await startDataGame(kind)
    const { ended } = await listenToMessages(platform, servers[0].caller, ['news'])
    platform.endWaits()
    await ended
    const late = await listenToMessages(platform, servers[0].caller, ['news'])
    await late.ended
    expect([late.positions, platform.serverMessages.followers()]).toEqual([[], 0])
  })

  test('are left by a client that is gone', async () => {
    const { platform, servers } = await startDataGame(kind)
    const { ended, leave } = await listenToMessages(platform, servers[0].caller, ['news'])
    leave()
    await ended
    expect(platform.serverMessages.followers()).toBe(0)
  })

  test.each([
    ['its ticket is replaced', 'ticket'],
    ['its place uses no services any more', 'services'],
    ['its place has left the world', 'root'],
  ])('end for a server when %s, and go on for others', async (_, change) => {
    const { platform, maker, servers, second } = await startDataGame(kind)
    const stays = await listenToMessages(platform, servers[0].caller, ['news'])
    const goes = await listenToMessages(platform, servers[1].caller, ['news'])
    await platform.serverMessages.heartbeat()
    for (const { positions } of [stays, goes]) await expect.poll(() => positions).toHaveLength(2)
    if (change === 'ticket') await regenerateServerTicket(platform, maker, { id: second.id })
    else {
      const changed =
        change === 'services' ? { enabled: 'false' } : { enabled: 'true', root: String(second.id) }
      await updateServices(platform, maker, { id: second.id, ...changed })
    }
    await platform.serverMessages.heartbeat()
    await goes.ended
    const id = await platform.serverMessages.send(servers[0].caller, 'news', '1')
    await expect.poll(() => stays.bodies).toEqual(['1'])
    await platform.serverMessages.heartbeat()
    await expect.poll(() => stays.positions.at(-1)).toBe(id)
    expect(goes.bodies).toEqual([])
  })

  test('tell where to continue when other topics have messages', async () => {
    const { platform, servers } = await startDataGame(kind)
    const { caller } = servers[0]
    const { positions, bodies } = await listenToMessages(platform, caller, ['news'])
    const busy = await listenToMessages(platform, caller, ['trade'])
    const id = await platform.serverMessages.send(caller, 'trade', '1')
    await expect.poll(() => busy.ids).toEqual([id])
    await platform.serverMessages.heartbeat()
    await expect.poll(() => positions).toEqual([0, id])
    expect(bodies).toEqual([])
  })

  test('end for a reader that is too slow, which continues without a loss', async () => {
    const { platform, servers } = await startDataGame(kind)
    const { caller } = servers[0]
    const watcher = await listenToMessages(platform, caller, ['news'])
    const slow = await platform.serverMessages.follow(caller, { topics: new Set(['news']) }, idle)
    const begin = await slow.next()
    // The read of what is kept comes first, and the stream then waits for the first message.
    const first = slow.next()
    await platform.serverMessages.send(caller, 'news', '"first"')
    expect(await first).toMatchObject({ value: { message: { body: '"first"' } } })
    const sent = Array.from({ length: 1_200 }, (_, at) => String(at))
    await Promise.all(sent.map((body) => platform.serverMessages.send(caller, 'news', body)))
    await expect.poll(() => watcher.bodies).toHaveLength(1_201)
    expect(await slow.next()).toEqual({ value: undefined, done: true })
    const after = begin.value?.type === 'position' ? begin.value.id : undefined
    const again = await listenToMessages(platform, caller, ['news'], after)
    await expect.poll(() => again.bodies).toEqual(['"first"', ...sent])
  })
})
