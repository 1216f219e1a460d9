import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startOrchestrator } from '../testing/orchestrator.ts'

const largest = 64 * 1024

/** Announces a body of 64 KiB and does not send it. */
async function hold({ hostname, host, port }: URL): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  await once(socket, 'connect')
  socket.write(`PUT /1 HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${largest}\r\n\r\nx`)
  return { socket, text: () => text }
}

test('refuses bodies beyond a total with 503, and takes them again when others have left', async () => {
  const { client } = await startOrchestrator()
  const held = await Promise.all(Array.from({ length: 70 }, () => hold(new URL(client.url))))
  const refused = () => held.filter(({ text }) => /^HTTP\/1\.1 503 /.test(text()))
  await expect.poll(() => refused().length).toBe(70 - 64)
  expect(refused()[0]?.text()).toMatch(/\r\nretry-after: 1\r\n[\s\S]*too many request bodies are arriving$/i)
  expect(await client.ask('GET', '/health')).toBe('200 OK')
  for (const { socket } of held) socket.destroy()
  await expect.poll(() => client.ask('POST', '/presence', [])).toBe('204')
})
