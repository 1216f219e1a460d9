import { createSocket, type Socket } from 'node:dgram'

const protocolId = 0x4f457403
const firstSequence = 65_500

/** Types of packets, and of control packets. */
const control = 0
const original = 1
const split = 2
const reliable = 3
const acknowledge = 0
const setPeerId = 1
const disconnect = 3

/** A packet without an acknowledgement is sent again after this time. */
const resendMs = 400

/** A connection with the engine's protocol over UDP. Its own messages have to fit in one packet. */
export interface Connection {
  send(channel: number, data: Uint8Array, options: { isReliable: boolean }): void
  close(): void
}

/** @param onMessage called with each message, once. @param onEnd called when the server ends the connection. */
export function openConnection(
  { port, host = '127.0.0.1' }: { port: number; host?: string },
  { onMessage, onEnd }: { onMessage: (data: Buffer) => void; onEnd: () => void },
): Connection {
  const socket: Socket = createSocket('udp4')
  const unacknowledged = new Map<string, Buffer>()
  const seen = createMemory()
  const join = createJoiner()
  const next = [firstSequence, firstSequence, firstSequence]
  let peerId = 0
  let isClosed = false

  const write = (channel: number, payload: Uint8Array, sent?: () => void) => {
    socket.send(Buffer.concat([headerOf(peerId, channel), payload]), port, host, sent)
  }
  const send: Connection['send'] = (channel, data, { isReliable }) => {
    const packet = Buffer.concat([Buffer.of(original), data])
    if (!isReliable) return write(channel, packet)
    const sequence = next[channel] ?? firstSequence
    next[channel] = (sequence + 1) & 0xffff
    const wrapped = Buffer.concat([Buffer.of(reliable, sequence >> 8, sequence & 0xff), packet])
    unacknowledged.set(`${channel}:${sequence}`, wrapped)
    write(channel, wrapped)
  }
  const resend = setInterval(() => {
    for (const [key, packet] of unacknowledged) write(Number(key[0]), packet)
  }, resendMs)
  const receive = (channel: number, packet: Buffer) => {
    const type = packet[0]
    if (type === reliable) {
      write(channel, Buffer.concat([Buffer.of(control, acknowledge), packet.subarray(1, 3)]))
      if (seen.isNew(`${channel}:${packet.readUInt16BE(1)}`)) receive(channel, packet.subarray(3))
    } else if (type === original) onMessage(packet.subarray(1))
    else if (type === control) {
      if (packet[1] === acknowledge) unacknowledged.delete(`${channel}:${packet.readUInt16BE(2)}`)
      if (packet[1] === setPeerId) peerId = packet.readUInt16BE(2)
      if (packet[1] === disconnect) onEnd()
    } else if (type === split) {
      const message = join(channel, packet)
      if (message) onMessage(message)
    } else throw new Error(`unknown type of packet: ${type}`)
  }
  socket.on('message', (packet) => {
    if (packet.length > 7 && packet.readUInt32BE() === protocolId) receive(packet[6] ?? 0, packet.subarray(7))
  })
  // An empty message, to which the server replies with the id of this peer.
  send(0, Buffer.of(0, 0), { isReliable: true })
  return {
    send,
    close: () => {
      if (isClosed) return
      isClosed = true
      clearInterval(resend)
      write(0, Buffer.of(control, disconnect), () => socket.close())
    },
  }
}

function headerOf(peerId: number, channel: number): Buffer {
  const header = Buffer.alloc(7)
  header.writeUInt32BE(protocolId)
  header.writeUInt16BE(peerId, 4)
  header.writeUInt8(channel, 6)
  return header
}

/** Remembers the latest packets, because the server sends a packet again until it is acknowledged. */
function createMemory() {
  const known = new Set<string>()
  return {
    isNew(key: string): boolean {
      if (known.has(key)) return false
      known.add(key)
      // Numbers repeat after a while.
      if (known.size > 10_000) known.delete(known.values().next().value ?? key)
      return true
    },
  }
}

/** Returns a function that takes parts of messages, and returns a message with its last part. */
function createJoiner() {
  const messages = new Map<string, Map<number, Buffer>>()
  return (channel: number, packet: Buffer): Buffer | undefined => {
    const key = `${channel}:${packet.readUInt16BE(1)}`
    const parts = messages.get(key) ?? new Map<number, Buffer>()
    messages.set(key, parts.set(packet.readUInt16BE(5), packet.subarray(7)))
    if (parts.size < packet.readUInt16BE(3)) return undefined
    messages.delete(key)
    return Buffer.concat([...parts].toSorted(([a], [b]) => a - b).map(([, part]) => part))
  }
}
