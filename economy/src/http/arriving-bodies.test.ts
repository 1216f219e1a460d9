import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from '../testing/service.ts'

const largest = 64 * 1024

/** Sends a body of 64 KiB but for its last byte. */
async function hold(port: number): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  await once(socket, 'connect')
  socket.write(`POST /mint HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${largest}\r\n\r\n`)
  socket.write('x'.repeat(largest - 1))
  return { socket, text: () => text }
}

test('refuses bodies beyond a total with 503, and takes them again when others have left', async () => {
  const { client, economy } = await startService()
  const mint = { To: 'user:1', Amount: 5, Note: 'A gift'.padEnd(60_000) }
  const held = await Promise.all(Array.from({ length: 70 }, () => hold(economy.port)))
  const refused = () => held.filter(({ text }) => /^HTTP\/1\.1 503 /.test(text()))
  await expect.poll(() => refused().length).toBeGreaterThanOrEqual(70 - 64)
  expect(refused()[0]?.text()).toMatch(/\r\nRetry-After: 1\r\n[\s\S]*too many request bodies are arriving$/)
  expect(await client.get('/balance/user:1')).toBe('200 0')
  for (const { socket } of held) socket.destroy()
  await expect.poll(() => client.post('/mint', mint)).toBe('200')
})
