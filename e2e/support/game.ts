import { createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '@baseplate/platform/foundation/database'
import { openPostgres } from '@baseplate/storage/database/postgres'
import { borrowOn, type databases, startOn } from './databases.ts'
import { bearerOf } from './keys.ts'
import { type Person, password, register } from './person.ts'
import type { Product } from './processes.ts'

/** User-Agent of a client that pings. */
export const clientAgent = { 'User-Agent': 'Client/WinInet' }

export interface Place {
  id: number
  /** Path of its page. */
  path: string
  serverTicket: string
}

/** A running product with a place of the administrator and a second user who plays there. */
export interface Game {
  product: Product
  maker: Person
  player: Person
  place: Place
  /** Parameters that this installation's clients are built with. */
  build: { publicKey: string }
  /** Sends a request without a session, as clients and game servers do. */
  ask(path: string, init?: RequestInit): Promise<{ status: number; text: string }>
  /** Sends a request with the key of game servers. */
  askWithKey(path: string): Promise<{ status: number; text: string }>
  /** Presses the place's Play button and returns the join ticket. */
  ticketOf(person: Person): Promise<string>
  /** Returns the usernames of the place's players, from the JSON of its page. */
  players(): Promise<string[]>
  /** Stops the product. Returns its exit code and any tickets, session tokens and passwords in its log. */
  stop(): Promise<{ code: number | null; leaked: string[] }>
}

/** @param environment variables of a product for this game alone; if undefined, a product of several sites is borrowed */
export async function startGame(
  kind: (typeof databases)[number],
  environment?: Record<string, string>,
): Promise<Game> {
  const product = await (environment ? startOn(kind, undefined, environment) : borrowOn(kind))
  const maker = await register(product.baseUrl, 'Maker')
  const player = await register(product.baseUrl, 'Player_2')
  const place = await makePlace(maker, 'A place')
  const secrets = new Set([password, place.serverTicket])
  for (const { cookie } of [maker, player]) secrets.add(cookie?.split('=')[1] ?? '')
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${product.baseUrl}${path}`, init)
    return { status: response.status, text: await response.text() }
  }
  return {
    product,
    maker,
    player,
    place,
    build: { publicKey: await publicKeyOf(product) },
    ask,
    askWithKey: async (path) => ask(path, { headers: await bearerOf(product, 'gameservers') }),
    async ticketOf(person) {
      const { ticket } = await json<{ ticket: string }>(await person.post(`${place.path}?/join`))
      secrets.add(ticket)
      return ticket
    },
    async players() {
      const { players } = await json<{ players: { username: string; status: string }[] }>(
        await maker.get(place.path),
      )
      return players.map(({ username }) => username)
    },
    async stop() {
      const code = await product.stop()
      return { code, leaked: [...secrets].filter((secret) => product.output().includes(secret)) }
    },
  }
}

/** Makes a place and publishes it, so that lists show it without a file. */
export async function makePlace(maker: Person, name: string): Promise<Place> {
  const path = (await maker.post('/games/create', { name })).headers.get('location') ?? ''
  await maker.post(`${path}/settings?/publish`)
  const { serverTicket } = await json<{ serverTicket: string }>(await maker.get(`${path}/settings`))
  return { id: Number(path.split('/')[2]), path, serverTicket }
}

/** Sets the address of the maker's own game server. */
export const setNetwork = async (
  { maker, place }: Pick<Game, 'maker' | 'place'>,
  fields: Record<string, string>,
): Promise<Response> =>
  maker.post(`${place.path}/settings?/network`, { dedicated: 'off', maxPlayers: '10', ...fields })

export const upload = ({ maker, place }: Pick<Game, 'maker' | 'place'>, file: Uint8Array<ArrayBuffer>) =>
  maker.upload(`${place.path}/settings?/data`, 'file', new Blob([file]))

/** Returns the public key that `baseplate public-key` prints for operators who build clients. */
export async function publicKeyOf({
  dataDirectory,
  databaseUrl,
}: Pick<Product, 'dataDirectory' | 'databaseUrl'>): Promise<string> {
  const key = databaseUrl
    ? await storedKey(databaseUrl)
    : await readFile(join(dataDirectory, 'keys', 'signing.pem'))
  return createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
}

async function storedKey(databaseUrl: string): Promise<string> {
  const db = openPostgres<Database>(databaseUrl)
  try {
    const query = db.selectFrom('installation_secrets').select('value').where('name', '=', 'signing-key')
    return (await query.executeTakeFirstOrThrow()).value
  } finally {
    await db.destroy()
  }
}

export async function json<Body>(response: Response): Promise<Body> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as Body
}
