import { expect, test } from 'vitest'
import { startGame } from '../support/game.ts'

test('a shutdown does not wait for requests that wait for a picture', async () => {
  const game = await startGame('SQLite', {})
  const { baseUrl } = game.product
  const waiting = Array.from({ length: 20 }, () => fetch(`${baseUrl}/api/avatar/Maker?wait`))
  // This answer proves that the earlier requests have arrived, because a process accepts its connections in order.
  await fetch(`${baseUrl}/api/avatar/Maker`)
  const started = performance.now()
  const { code } = await game.stop()
  expect(code).toBe(0)
  // The requests themselves would wait for ten seconds.
  expect(performance.now() - started).toBeLessThan(8_000)
  for (const response of await Promise.all(waiting)) {
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
  }
})
