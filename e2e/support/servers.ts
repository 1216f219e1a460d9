import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../../platform/src/testing/free-port.ts'
import type { Arrival, Hello, Roster, ServerBehaviour } from '../client/dedicated-server.ts'
import { publicKeyOf } from './game.ts'
import { bearerOf } from './keys.ts'
import type { Product } from './processes.ts'

/** The orchestrator's status of a place's server. */
export interface ServerStatus {
  placeId: number
  state: 'starting' | 'ready' | 'stopping' | 'stopped' | 'failed'
  port?: number
  pid?: number
  startTime?: number
  players?: number
  reason?: string
  lastWords?: string
}

/** Dedicated servers of a product: their configuration, and requests about them. */
export interface Servers {
  /** Environment for `startProduct`. */
  environment: Record<string, string>
  privateUrl: string
  publicUrl: string
  /** Reads the product's keys: the one that servers verify scripts with, and the orchestrator's. */
  build(product: Pick<Product, 'dataDirectory' | 'databaseUrl'>): Promise<void>
  behave(
    behaviours: Record<number | 'default', ServerBehaviour> | { default: ServerBehaviour },
  ): Promise<void>
  /** Sends a request to the orchestrator, as the site does. @throws Error with status and text when it is refused */
  ask(method: 'PUT' | 'DELETE' | 'GET', placeId: number): Promise<ServerStatus>
  /** Returns the processes of places that have one. */
  running(): Promise<Map<number, { pid: number; startTime: number }>>
  remove(): Promise<void>
}

const root = resolve(import.meta.dirname, '../..')
const script = resolve(import.meta.dirname, '../client/dedicated-server.ts')

/** @param more additional keys of `Orchestrator` in the configuration @param config its other keys */
export async function prepareServers(more: object = {}, config: object = {}): Promise<Servers> {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-servers-'))
  const [keyFile, behavioursFile] = [join(folder, 'public.pem'), join(folder, 'behaviours.json')]
  const privateUrl = `http://127.0.0.1:${await freePort()}`
  const publicUrl = `http://localhost:${await freePort()}`
  const Command = [process.execPath, script, keyFile, behavioursFile, '{placeId}', '{scriptFile}']
  // Servers in a sandbox may run as another user.
  await chmod(folder, 0o755)
  const written = {
    Gameservers: { Hosting: 'Dedicated' },
    Renderer: { Workers: 0 },
    ...config,
    Orchestrator: {
      Command,
      PrivateURL: privateUrl,
      PublicURL: publicUrl,
      Readable: [root, folder],
      ...more,
    },
  }
  const configFile = join(folder, 'config.ts')
  await writeFile(configFile, `export default ${JSON.stringify(written)}`)
  let headers = {}
  const servers: Servers = {
    environment: { BASEPLATE_CONFIG: configFile },
    privateUrl,
    publicUrl,
    async build(product) {
      const { dataDirectory } = product
      await writeFile(keyFile, await publicKeyOf(product))
      headers = await bearerOf({ dataDirectory }, 'orchestrator')
    },
    behave: (behaviours) => writeFile(behavioursFile, JSON.stringify(behaviours)),
    async ask(method, placeId) {
      const response = await fetch(`${privateUrl}/${placeId}`, { method, headers })
      const text = await response.text()
      if (!response.ok) throw new Error(`${response.status} ${text}`)
      return JSON.parse(text)
    },
    async running() {
      const list = (await (await fetch(privateUrl, { headers })).json()) as [
        number,
        { pid: number; startTime: number },
      ][]
      return new Map(list)
    },
    remove: () => rm(folder, { recursive: true }),
  }
  await servers.behave({ default: {} })
  return servers
}

/** Sends a datagram to a game server, as a joining client does. Returns undefined when no server answers in time. */
export const greet = (port: number, patienceMs?: number) => send<Hello>(port, 'hello', patienceMs)

/** Connects a player to a game server, as a client does. */
export const connectPlayer = (port: number, arrival: Arrival) => send<Roster>(port, JSON.stringify(arrival))

export const rosterOf = (port: number) => send<Roster>(port, 'players')

async function send<Answer>(port: number, text: string, patienceMs = 60_000): Promise<Answer | undefined> {
  const socket = createSocket('udp4')
  const patience = AbortSignal.timeout(patienceMs)
  try {
    const answered = once(socket, 'message', { signal: patience })
    socket.send(text, port, '127.0.0.1')
    const [message]: Buffer[] = await answered
    return JSON.parse(String(message))
  } catch {
    return undefined
  } finally {
    socket.close()
  }
}

/** Returns the process of a `baseplate` command that a product started, such as `orchestrator`. */
export async function childOf({ pid }: Pick<Product, 'pid'>, command: string): Promise<number | undefined> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const [stat, commandLine] = await Promise.all(
      ['stat', 'cmdline'].map((file) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
    )
    const parent = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (parent === pid && commandLine?.split('\0').at(-2) === command) return Number(name)
  }
  return undefined
}
