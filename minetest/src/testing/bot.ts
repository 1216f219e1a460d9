import { createHash } from 'node:crypto'
import { type Connection, openConnection } from './connection.ts'
import { startSignIn } from './srp.ts'

/** Numbers of messages to and from the server, in protocol 41 of Minetest 5.6. */
const toServer = {
  init: 0x02,
  init2: 0x11,
  position: 0x23,
  chat: 0x32,
  ready: 0x43,
  signInA: 0x51,
  signInProof: 0x52,
} as const
const fromServer = {
  hello: 0x02,
  accepted: 0x03,
  denied: 0x0a,
  chat: 0x2f,
  breath: 0x4e,
  saltAndB: 0x60,
} as const

/** Why the server lets nobody in, by its numbers. A reason of a game or a mod comes as text. */
const refusals = [
  'wrong password',
  'unexpected data',
  'single player',
  'wrong version',
  'wrong characters in the name',
  'wrong name',
  'too many players',
  'empty password',
  'already connected',
  'server failed',
]

const serializationVersion = 29
const protocol = { min: 37, max: 41 } as const
/** The way of signing in for passwords that a game's own handler keeps. */
const legacyPassword = 1
/** Like a client without a window: ten positions a second. */
const positionMs = 100

const text = (value: string | Uint8Array) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 0xff), bytes])
}
const number16 = (value: number) => Buffer.of(value >> 8, value & 0xff)
const wideText = (value: string) =>
  Buffer.concat([number16(value.length), Buffer.from(value, 'utf16le').swap16()])

/** A player without a screen, who speaks the real protocol of the engine. */
export interface Bot {
  /** Lines of chat that reached the player. */
  chat: string[]
  say(message: string): void
  /** Resolves when the server has ended the connection, with the reason if it gave one. */
  ended: Promise<string>
  leave(): void
}

/**
 * Joins a game. Resolves when the player has entered it.
 *
 * @throws Error with the server's reason, such as `wrong password`, or if it does not let the player in within `timeoutMs`
 */
export async function joinAsBot({
  port,
  name,
  password,
  timeoutMs = 15_000,
}: {
  port: number
  name: string
  password: string
  timeoutMs?: number
}): Promise<Bot> {
  const entered = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  const chat: string[] = []
  const secret = { value: password }
  let signIn = startSignIn(name, password)
  let reason = ''
  let moving: NodeJS.Timeout | undefined
  const send = (command: number, parts: readonly Uint8Array[], isReliable = true, channel = 1) =>
    connection.send(channel, Buffer.concat([number16(command), ...parts]), { isReliable })

  const handlers: Record<number, (body: Buffer) => void> = {
    [fromServer.hello]: (body) => {
      clearInterval(greeting)
      const isLegacy = (body.readUInt32BE(5) & legacyPassword) !== 0
      if (isLegacy) secret.value = legacyHash(name, password)
      signIn = startSignIn(name, secret.value)
      send(toServer.signInA, [text(signIn.a), Buffer.of(isLegacy ? 0 : 1)])
    },
    [fromServer.saltAndB]: (body) => {
      const length = body.readUInt16BE(0)
      send(toServer.signInProof, [
        text(signIn.prove(body.subarray(2, 2 + length), body.subarray(4 + length))),
      ])
    },
    [fromServer.accepted]: () => {
      send(toServer.init2, [text('')])
      send(toServer.ready, [Buffer.of(5, 6, 1, 0), text('bot'), number16(6)])
      moving = setInterval(() => send(toServer.position, [Buffer.alloc(38)], false, 0), positionMs)
    },
    // Among the first messages to a player in the game.
    [fromServer.breath]: () => entered.resolve(),
    [fromServer.denied]: (body) => {
      const length = body.length > 2 ? body.readUInt16BE(1) : 0
      reason = body.toString('utf8', 3, 3 + length) || (refusals[body[0] ?? 0] ?? `refusal ${body[0]}`)
      end()
    },
    [fromServer.chat]: (body) => {
      const senderLength = 2 * body.readUInt16BE(2)
      const message = body.subarray(6 + senderLength)
      const length = 2 * body.readUInt16BE(4 + senderLength)
      chat.push(Buffer.from(message.subarray(0, length)).swap16().toString('utf16le'))
    },
  }
  function end() {
    clearInterval(moving)
    clearInterval(greeting)
    connection.close()
    entered.reject(new Error(reason || 'the server ended the connection'))
    ended.resolve(reason)
  }
  const connection: Connection = openConnection(
    { port },
    { onMessage: (data) => handlers[data.readUInt16BE(0)]?.(data.subarray(2)), onEnd: end },
  )
  const hello = [
    Buffer.of(serializationVersion),
    number16(0),
    number16(protocol.min),
    number16(protocol.max),
    text(name),
  ]
  // The first message is not acknowledged, so it is repeated until the server answers.
  const greeting = setInterval(() => send(toServer.init, hello, false), 300)
  const late = setTimeout(() => {
    reason = `not let in within ${timeoutMs} ms`
    end()
  }, timeoutMs)
  await entered.promise.finally(() => clearTimeout(late))
  return {
    chat,
    say: (message) => send(toServer.chat, [wideText(message)]),
    ended: ended.promise,
    leave: end,
  }
}

/** Passwords in the oldest form of the engine: the hash of the name and the password. */
const legacyHash = (name: string, password: string) =>
  createHash('sha1')
    .update(name + password)
    .digest('base64')
    .replace(/=+$/, '')
