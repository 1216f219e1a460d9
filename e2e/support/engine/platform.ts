import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConfigInput } from '@baseplate/platform/config/schema'
import { expect, vi } from 'vitest'
import { freePort } from '../../../platform/src/testing/free-port.ts'
import { join as fetchScript } from '../../client/client.ts'
import { json, makePlace, type Place, publicKeyOf, setNetwork, upload } from '../game.ts'
import { bearerOf } from '../keys.ts'
import { type Person, register } from '../person.ts'
import type { Product } from '../processes.ts'
import { startProduct } from '../product.ts'
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts'
import type { Display } from './display.ts'
import { type EngineClient, keyOf, startClient } from './player.ts'
import { testGame } from './test-game.ts'

/** Checks are repeated this often. */
const often = { interval: 100 }

/** A product whose games run on the engine. */
export interface EnginePlatform {
  product: Product
  maker: Person
  /** The connection of game servers and browsers to the site. The orchestrator does not use it. */
  network: TcpProxy
  /** Creates a game whose server runs. @param file its file; the game of tests, unless it is given */
  startPlace(name: string, file?: Uint8Array<ArrayBuffer>): Promise<Place>
  startServer(place: Place): Promise<void>
  /** Returns the process of a place's server. */
  processOf(place: Place): Promise<number>
  /** Returns the state of a place's server. */
  stateOf(place: Place): Promise<string | undefined>
  /** Returns the usernames of the players of a place, from its page. */
  playersOf(place: Place): Promise<string[]>
  /** Waits until the log of a place's server has a text. */
  untilLogged(place: Place, text: string, timeout?: number): Promise<void>
  /** Presses Play, and fetches the join script as a launcher does. */
  admit(person: Person, place: Place): Promise<Admission>
  /** Presses Play, and starts a client. Resolves when the player is in the game. */
  play(person: Person, place: Place, display: Display): Promise<Playing>
  stop(): Promise<void>
}

/** The values with which a launcher starts the client for a player. */
export interface Admission {
  username: string
  port: number
  /** Name of the player in the engine. */
  name: string
  password: string
}

export type Playing = EngineClient & Admission

/** @param orchestrator further keys of `Orchestrator` */
export async function startEnginePlatform(orchestrator: object = {}): Promise<EnginePlatform> {
  const port = await freePort()
  const network = await startTcpProxy(`http://localhost:${port}`)
  const { file, privateUrl, remove } = await configureEngine(orchestrator)
  const product = await startProduct({
    BASEPLATE_CONFIG: file,
    PORT: String(port),
    BASE_URL: network.baseUrl,
  })
  const maker = await register(product.baseUrl, 'Maker')
  return {
    product,
    maker,
    network,
    ...(await controlsOf(product, maker, privateUrl)),
    async stop() {
      await product.stop()
      await network.close()
      await remove()
    },
  }
}

/** Writes a configuration of a platform with the engine. */
export async function configureEngine(orchestrator: object = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-engine-'))
  const file = join(folder, 'config.ts')
  const privateUrl = `http://127.0.0.1:${await freePort()}`
  const config: ConfigInput = {
    Engine: 'minetest',
    Renderer: { Workers: 0 },
    Filtering: { Words: ['darn'] },
    Players: { KeepChat: true },
    Orchestrator: {
      PrivateURL: privateUrl,
      PublicURL: `http://localhost:${await freePort()}`,
      SilentSeconds: 15,
      ...orchestrator,
    },
  }
  await writeFile(file, `export default ${JSON.stringify(config)}`)
  return { file, privateUrl, remove: () => rm(folder, { recursive: true, force: true }) }
}

type Controls = Omit<EnginePlatform, 'product' | 'maker' | 'network' | 'stop'>

/** @param product the address of the site at which players join */
export async function controlsOf(product: Product, maker: Person, privateUrl: string): Promise<Controls> {
  const headers = await bearerOf(product, 'orchestrator')
  const build = { publicKey: await publicKeyOf(product) }
  const view = async ({ path }: Place) =>
    json<{ servers: { state: string }[]; players: { username: string }[] }>(await maker.get(path))
  const stateOf = async (place: Place) => (await view(place)).servers[0]?.state
  // The site may be away.
  const logOf = ({ id }: Place) =>
    readFile(join(product.dataDirectory, 'orchestrator', 'logs', String(id), 'log'), 'utf8')
  const startServer = async (place: Place) => {
    expect((await maker.post(`${place.path}?/start`)).status).toBe(204)
    await vi.waitFor(async () => expect(await stateOf(place)).toBe('ready'), often)
  }
  const admit = async (person: Person, { path }: Place) => {
    const { ticket } = await json<{ ticket: string }>(await person.post(`${path}?/join`))
    // A launcher asks again while the game server has not heard of the player.
    const script = await vi.waitFor(() => fetchScript(product.baseUrl, build, ticket), { interval: 1_000 })
    const { username, userId, serverPort } = script
    return { username, port: serverPort, name: `u${userId}`, password: keyOf(ticket) }
  }
  return {
    async startPlace(name, file = testGame()) {
      const place = await makePlace(maker, name)
      await setNetwork({ maker, place }, { dedicated: 'on' })
      expect((await upload({ maker, place }, file)).status).toBe(200)
      await startServer(place)
      return place
    },
    startServer,
    async processOf({ id }) {
      const { pid } = await json<{ pid: number }>(await fetch(`${privateUrl}/${id}`, { headers }))
      return pid
    },
    stateOf,
    playersOf: async (place) => (await view(place)).players.map(({ username }) => username),
    untilLogged: (place, text, timeout = 60_000) =>
      vi.waitFor(async () => expect(await logOf(place)).toContain(text), { ...often, timeout }),
    admit,
    async play(person, place, display) {
      const admission = await admit(person, place)
      const entries = async () => (await logOf(place)).split(`test joined: ${admission.username} as`).length
      const before = await entries()
      const client = await startClient(display, admission)
      await vi.waitFor(async () => expect(await entries(), client.output()).toBeGreaterThan(before), often)
      return { ...client, ...admission }
    },
  }
}
