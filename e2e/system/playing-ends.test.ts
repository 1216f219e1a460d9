import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { join } from '../client/client.ts'
import { databases } from '../support/databases.ts'
import { startGame } from '../support/game.ts'

/** Interval between the pings of a player who stays. A real client pings every 15 seconds. */
const pingEveryMs = 5_000

/** Time after the last ping in which the list is read rarely. */
const listedSeconds = 32

// The cases wait side by side, as long as a player stays listed after the last ping.
describe.concurrent.each(databases)('the end of playing on %s', (kind) => {
  test('removes a player 35 seconds after the last ping, even if a late ping follows, and keeps a player who pings', async ({
    onTestFinished,
  }) => {
    const { product, build, player, maker, ticketOf, players, stop } = await startGame(kind)
    onTestFinished(async () => expect(await stop()).toEqual({ code: 0, leaked: [] }))
    const silent = await join(product.baseUrl, build, await ticketOf(player))
    const staying = await join(product.baseUrl, build, await ticketOf(maker))
    await silent.ping()
    const lastPing = performance.now()
    const secondsSince = () => (performance.now() - lastPing) / 1000

    let nextPing = pingEveryMs
    let seen = await players()
    let listedAt = 0
    while (seen.includes('Player_2') && secondsSince() < 50) {
      await sleep(secondsSince() < listedSeconds ? 2_000 : 250)
      if (performance.now() - lastPing > nextPing) {
        await staying.ping()
        nextPing += pingEveryMs
      }
      const asked = secondsSince()
      seen = await players()
      if (seen.includes('Player_2')) listedAt = asked
    }
    expect(seen).toEqual(['Maker'])
    expect(secondsSince()).toBeGreaterThan(34.5)
    // The list is read after it was asked for, however long the answer takes.
    expect(listedAt).toBeLessThan(38)

    await silent.ping()
    // Pings are written once a second.
    await sleep(1_500)
    expect(await players()).toEqual(['Maker'])
  })
})
