/**
 * A dedicated game server, as an operator's command starts it: `node dedicated-server.ts <public key file> <behaviours
 * file> {placeId} {scriptFile}`. It verifies and runs its script, whose requests it sends, loads the place and listens on the script's
 * port. It answers each datagram with a `Hello`, except the `Arrival` of a player and the question for `players`: see `Roster`.
 */
import { createHash } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type HostValues, hostValuesOf } from './game-server.ts'
import { type RunningScript, runScript, type Send } from './lua.ts'
import { createSender } from './send-request.ts'
import { openSigned } from './signature.ts'

/** Faulty behaviour of a server. The file lists it by place id, with `default` for all others. */
export interface ServerBehaviour {
  /** Time that it waits before it starts. */
  slowMs?: number
  /** Ends with code 1 before it listens. */
  failToStart?: boolean
  /** Ends with code 1 this long after it began to listen. */
  crashAfterMs?: number
  /** Hangs after its first presence report, however long that took. */
  hangs?: boolean
  /** Memory that it allocates each second. */
  growBytes?: number
  /** Ignores requests to end. */
  stubborn?: boolean
  /** Attacks the machine before it serves, and prints the results. */
  hostile?: Hostility
}

/** Targets of a hostile server. */
export interface Hostility {
  /** Files to read. */
  files: string[]
  /** Folders to write a file into. */
  folders: string[]
  /** Addresses to post to, with bodies. */
  posts: [url: string, body: string][]
  /** Process id of another program. */
  pid: number
}

/** The output of a hostile server after `loot `: the result of each attempt, or the code of its failure. */
export interface Loot {
  files: Record<string, string>
  folders: Record<string, string>
  posts: Record<string, string>
  signal: string
  /** Commands of all processes that it sees. */
  processes: string[]
  environment: Record<string, string | undefined>
  uid: number | undefined
}

/** The answer to a datagram, in JSON. */
export interface Hello {
  placeId: number
  pid: number
  /** SHA-256 of the place file. */
  sha256: string
}

/** A datagram, in JSON, with which a client connects its player as it describes itself. */
export interface Arrival {
  userId: number
  name: string
  appearance: string
}

/** The answer to an `Arrival` and to `players`, in JSON. */
export interface Roster {
  /** Number of characters that were made. */
  characters: number
  /** Players whom the server removed, and why. */
  removed: [name: string, reason: string][]
}

const headers = { 'User-Agent': 'Client/WinInet' }
const [keyFile = '', behavioursFile = '', placeId = '', scriptFile = ''] = process.argv.slice(2)
const behaviours: Record<string, ServerBehaviour> = JSON.parse(readFileSync(behavioursFile, 'utf8'))
await serve(behaviours[placeId] ?? behaviours.default ?? {})

async function serve(behaviour: ServerBehaviour): Promise<void> {
  if (behaviour.stubborn) process.on('SIGTERM', () => undefined)
  await delay(behaviour.slowMs ?? 0)
  if (behaviour.failToStart) process.exit(1)
  if (behaviour.hostile) console.log(`loot ${JSON.stringify(await steal(behaviour.hostile))}`)
  const publicKey = readFileSync(keyFile, 'utf8')
  const request = senderOf(behaviour)
  const script = await runScript(openSigned(readFileSync(scriptFile, 'utf8'), { publicKey }), { request })
  const values = hostValuesOf(script.effects())
  const place = await load(String(values.mapLocation))
  await listen(values, place, script)
  console.log(`place ${values.placeId} of ${place.length} bytes listens on port ${values.port}`)
  misbehave(behaviour)
  await passTime(script)
}

async function steal({ files, folders, posts, pid }: Hostility): Promise<Loot> {
  const commands = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return {
    files: attempts(files, (path) => readFileSync(path, 'latin1')),
    folders: attempts(folders, (path) => {
      writeFileSync(`${path}/stolen`, 'x')
      return 'written'
    }),
    posts: Object.fromEntries(
      await Promise.all(
        posts.map(async ([url, body]) => [
          url,
          await fetch(url, { method: 'POST', body }).then(({ status }) => String(status), String),
        ]),
      ),
    ),
    signal: attempts(['it'], () => String(process.kill(pid, 0))).it ?? '',
    processes: commands.map((name) => readFileSync(`/proc/${name}/cmdline`, 'utf8')),
    environment: process.env,
    uid: process.getuid?.(),
  }
}

/** Returns the result of each attempt, or the code of its failure. */
function attempts(names: string[], attempt: (name: string) => string): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      try {
        return [name, attempt(name)]
      } catch (error) {
        return [name, (error as NodeJS.ErrnoException).code ?? String(error)]
      }
    }),
  )
}

async function load(url: string): Promise<Buffer> {
  const response = await fetch(url, { headers })
  const body = Buffer.from(await response.arrayBuffer())
  if (!response.ok) throw new Error(`${url} answered ${response.status} ${body}`)
  return body
}

async function listen({ placeId, port }: HostValues, place: Buffer, script: RunningScript): Promise<void> {
  const sha256 = createHash('sha256').update(place).digest('hex')
  const hello: Hello = { placeId: Number(placeId), pid: process.pid, sha256 }
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const text = String(message)
    if (text.startsWith('{')) {
      script.connect(JSON.parse(text) as Arrival)
      script.advance(0)
    }
    const answer = text === 'hello' ? hello : rosterOf(script)
    socket.send(JSON.stringify(answer), from.port, from.address)
  })
  socket.bind(Number(port))
  await once(socket, 'listening')
}

function rosterOf(script: RunningScript): Roster {
  const effects = script.effects()
  return {
    characters: effects.filter(({ name }) => name === 'LoadCharacter').length,
    removed: effects
      .filter(({ kind }) => kind === 'removed')
      .map(({ target, values }) => [target, String(values[0])]),
  }
}

/** Returns a function that sends the requests of the script, until the server hangs after its first presence report. */
function senderOf({ hangs }: ServerBehaviour): Send {
  const send = createSender(headers)
  return (method, url, body) => {
    const response = send(method, url, body)
    if (hangs && url.includes('/serverpresence')) hang()
    return response
  }
}

/** Advances the script's clock in real time. */
async function passTime(script: RunningScript): Promise<void> {
  for (let seconds = 0; ; seconds = 1) {
    script.advance(seconds)
    await delay(1_000)
  }
}

function hang(): void {
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

function misbehave({ crashAfterMs, growBytes }: ServerBehaviour): void {
  if (crashAfterMs !== undefined) setTimeout(() => process.exit(1), crashAfterMs)
  const allocated: Buffer[] = []
  if (growBytes) setInterval(() => allocated.push(Buffer.alloc(growBytes, 1)), 1_000)
}
