import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { startGame } from '../support/game.ts'

test('a shutdown does not wait for requests that wait for a picture', async () => {
  const game = await startGame('SQLite', {})
  const picture = `${game.product.baseUrl}/api/avatar/Maker`
  const waiting = await Promise.all(Array.from({ length: 20 }, () => send(`${picture}?wait`)))
  // This answer proves that the earlier requests have arrived, because a process accepts its connections in order.
  await (await send(picture)).response
  const { code } = await game.stop()
  expect(code).toBe(0)
  // The requests themselves would wait for ten seconds, and be cut off after eight.
  for (const { response } of waiting) {
    const { statusCode, headers } = await response
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('image/png')
  }
})

/**
 * Resolves when the request has been sent, over a connection of its own. `fetch` does not report when it has connected,
 * so a shutdown could come first.
 */
async function send(url: string): Promise<{ response: Promise<IncomingMessage> }> {
  const sent = request(url, { agent: false })
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', (answer) => resolve(answer.resume())).on('error', reject)
  })
  sent.end()
  const [socket] = await once(sent, 'socket')
  if (socket.connecting) await once(socket, 'connect')
  return { response }
}
