import { createHash } from 'node:crypto'
import { type Connection, openConnection } from './connection.ts'
import { startSignIn } from './srp.ts'

/** Numbers of messages to and from the server, in protocol 41 of Minetest 5.6. */
const toServer = {
  init: 0x02,
  init2: 0x11,
  position: 0x23,
  chat: 0x32,
  fields: 0x3c,
  ready: 0x43,
  signInA: 0x51,
  signInProof: 0x52,
} as const
const fromServer = {
  hello: 0x02,
  accepted: 0x03,
  denied: 0x0a,
  chat: 0x2f,
  form: 0x44,
  breath: 0x4e,
  saltAndB: 0x60,
} as const

/** The server's reasons for a refusal, by number. A game or a mod sends its reason as text. */
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
/** The authentication method for passwords that a game's own handler stores. */
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

/** A headless player that speaks the real protocol of the engine. */
export interface Bot {
  /** Lines of chat that reached the player. */
  chat: string[]
  /** Names of the forms that were shown. */
  forms: string[]
  say(message: string): void
  /** Sends the fields of a form. */
  submit(form: string, fields: Readonly<Record<string, string>>): void
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
  const forms: string[] = []
  const timers: NodeJS.Timeout[] = []
  const send: Send = (command, parts, { isReliable = true, channel = 1 } = {}) =>
    connection.send(channel, Buffer.concat([number16(command), ...parts]), { isReliable })
  const end = (reason = '') => {
    for (const timer of timers) clearInterval(timer)
    connection.close()
    entered.reject(new Error(reason || 'the server ended the connection'))
    ended.resolve(reason)
  }
  const signIn = signInWith(send, name, password)
  const handlers: Record<number, (body: Buffer) => void> = {
    [fromServer.hello]: (body) => {
      clearInterval(timers[0])
      signIn.begin(body)
    },
    [fromServer.saltAndB]: signIn.prove,
    [fromServer.accepted]: () => {
      send(toServer.init2, [text('')])
      send(toServer.ready, [Buffer.of(5, 6, 1, 0), text('bot'), number16(6)])
      const move = () => send(toServer.position, [Buffer.alloc(38)], { isReliable: false, channel: 0 })
      timers.push(setInterval(move, positionMs))
    },
    // Among the first messages to a player in the game.
    [fromServer.breath]: () => entered.resolve(),
    [fromServer.denied]: (body) => end(reasonIn(body)),
    [fromServer.chat]: (body) => chat.push(lineIn(body)),
    [fromServer.form]: (body) => forms.push(body.toString('utf8', 6 + body.readUInt32BE(0))),
  }
  const onMessage = (data: Buffer) => handlers[data.readUInt16BE(0)]?.(data.subarray(2))
  const connection: Connection = openConnection({ port }, { onMessage, onEnd: () => end() })
  // The first message is not acknowledged, so it is repeated until the server answers.
  timers.push(setInterval(() => send(toServer.init, helloOf(name), { isReliable: false }), 300))
  const late = setTimeout(() => end(`not let in within ${timeoutMs} ms`), timeoutMs)
  await entered.promise.finally(() => clearTimeout(late))
  return {
    chat,
    forms,
    say: (message) => send(toServer.chat, [wideText(message)]),
    submit: (form, fields) => send(toServer.fields, [text(form), fieldsOf(fields)]),
    ended: ended.promise,
    leave: () => end(),
  }
}

type Send = (
  command: number,
  parts: readonly Uint8Array[],
  options?: { isReliable?: boolean; channel?: number },
) => void

const helloOf = (name: string) => [
  Buffer.of(serializationVersion),
  number16(0),
  number16(protocol.min),
  number16(protocol.max),
  text(name),
]

function fieldsOf(fields: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(fields).flatMap(([name, value]) => [text(name), number16(0), text(value)])
  return Buffer.concat([number16(Object.keys(fields).length), ...entries])
}

/** Handles the two messages of the server's half of signing in. */
function signInWith(send: Send, name: string, password: string) {
  let signIn = startSignIn(name, password)
  return {
    begin(body: Buffer) {
      const isLegacy = (body.readUInt32BE(5) & legacyPassword) !== 0
      signIn = startSignIn(name, isLegacy ? legacyHash(name, password) : password)
      send(toServer.signInA, [text(signIn.a), Buffer.of(isLegacy ? 0 : 1)])
    },
    prove(body: Buffer) {
      const length = body.readUInt16BE(0)
      const proof = signIn.prove(body.subarray(2, 2 + length), body.subarray(4 + length))
      send(toServer.signInProof, [text(proof)])
    },
  }
}

function reasonIn(body: Buffer): string {
  const length = body.length > 2 ? body.readUInt16BE(1) : 0
  return body.toString('utf8', 3, 3 + length) || (refusals[body[0] ?? 0] ?? `refusal ${body[0]}`)
}

function lineIn(body: Buffer): string {
  const senderLength = 2 * body.readUInt16BE(2)
  const length = 2 * body.readUInt16BE(4 + senderLength)
  const message = body.subarray(6 + senderLength, 6 + senderLength + length)
  return Buffer.from(message).swap16().toString('utf16le')
}

/** Passwords in the oldest form of the engine: the hash of the name and the password. */
const legacyHash = (name: string, password: string) =>
  createHash('sha1')
    .update(name + password)
    .digest('base64')
    .replace(/=+$/, '')
