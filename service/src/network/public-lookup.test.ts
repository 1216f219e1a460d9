import { createSocket, type RemoteInfo } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RequestFilteringHttpAgent } from 'request-filtering-agent'
import { expect, onTestFinished, test } from 'vitest'
import { isRefusedAddress } from './connections.ts'
import { createPublicLookup } from './public-lookup.ts'

test('names whose server is silent do not hold up other look-ups', async () => {
  const server = await startNameServer(() => {})
  const slow = createPublicLookup([server.address])
  for (let count = 0; count < 8; count++) slow(`name${count}.example`, { all: true }, () => {})
  await server.asked
  const started = performance.now()
  expect((await lookup('localhost')).address).toBeDefined()
  expect(performance.now() - started).toBeLessThan(1_000)
})

test.each(['local.example', 'localhost'])(
  'a connection refuses %s, an address of this machine',
  async (name) => {
    const server = await startNameServer((question, answer) => answer(answerWith(question, [127, 0, 0, 1])))
    const agent = new RequestFilteringHttpAgent(
      Object.assign({ keepAlive: true }, { lookup: createPublicLookup([server.address]) }),
    )
    const [error] = await once(get(`http://${name}:9/`, { agent }), 'error')
    expect(isRefusedAddress(error)).toBe(true)
  },
)

/** Starts a name server that answers with `reply`. */
async function startNameServer(reply: (question: Buffer, answer: (bytes: Buffer) => void) => void) {
  const socket = createSocket('udp4')
  onTestFinished(async () => {
    socket.close()
  })
  socket.on('message', (question: Buffer, { port, address }: RemoteInfo) =>
    reply(question, (bytes) => socket.send(bytes, port, address)),
  )
  const asked = once(socket, 'message')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, asked }
}

/** Answers a question for an IPv4 address with the given one (RFC 1035), and any other question with no address. */
function answerWith(question: Buffer, address: readonly number[]): Buffer {
  const end = question.indexOf(0, 12) + 5
  const isForIPv4 = question[end - 3] === 1
  const header = Buffer.from([0x81, 0x80, 0, 1, 0, isForIPv4 ? 1 : 0, 0, 0, 0, 0])
  const record = isForIPv4 ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address] : []
  return Buffer.concat([question.subarray(0, 2), header, question.subarray(12, end), Buffer.from(record)])
}
