import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { join } from '../client/client.ts'
import { databases, openDatabase } from '../support/databases.ts'
import { clientAgent, json, makePlace, publicKeyOf, upload } from '../support/game.ts'
import { bearerOf } from '../support/keys.ts'
import { type Person, password, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { startProduct } from '../support/product.ts'
import { countUnfinished } from '../support/stored.ts'

/** Kills the product. Its economy process notices that and releases the ledger for the next one. */
async function killed({ kill, economyUrl }: Product): Promise<void> {
  await kill()
  const health = () => fetch(`${economyUrl}/health`).then(String, () => 'gone')
  await expect.poll(health).toBe('gone')
}

/** Begins to upload a place file that is cut off by the power cut. */
function uploadHalf(url: string, maker: Person): void {
  const half = request(url, {
    method: 'POST',
    headers: { cookie: maker.cookie, 'content-type': 'multipart/form-data; boundary=b' },
  })
  half.on('error', () => {})
  half.write('--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n')
  half.write(Buffer.alloc(1_000_000))
}

/** Returns the names of the players of a place, as its page lists them for a person. */
async function playersOf(
  { baseUrl }: Product,
  { path }: { path: string },
  { cookie = '' }: Person,
): Promise<string[]> {
  const view = await fetch(`${baseUrl}${path}`, { headers: { accept: 'application/json', cookie } })
  const { players } = await json<{ players: { username: string }[] }>(view)
  return players.map(({ username }) => username)
}

const ping = async (address: string) => (await fetch(address, { headers: clientAgent })).text()

function expectNone(secrets: string[], outputs: (() => string)[]): void {
  for (const output of outputs) for (const secret of secrets) expect(output()).not.toContain(secret)
}

describe.each(databases)('a power cut on %s', (kind) => {
  test('preserves tickets, players, keys and place files', async () => {
    const folder = await mkdtemp(joinPath(tmpdir(), 'baseplate-survives-'))
    const database = await openDatabase(kind)
    const environment = { ...database.environment, BASEPLATE_DATA: folder }
    const outputs: (() => string)[] = []
    const start = async () => {
      const product = await startProduct(environment)
      outputs.push(product.output)
      return product
    }

    const first = await start()
    onTestFinished(first.kill)
    const maker = await register(first.baseUrl, 'Maker')
    const player = await register(first.baseUrl, 'Player_2')
    const place = await makePlace(maker, 'Lasting')
    const placeFile = randomBytes(3_000_000)
    expect((await upload({ maker, place }, placeFile)).status).toBe(200)
    const ticketOf = async (person: typeof maker) =>
      (await json<{ ticket: string }>(await person.post(`${place.path}?/join`))).ticket
    const publicKey = await publicKeyOf(first)
    const playing = await join(first.baseUrl, { publicKey }, await ticketOf(maker))
    const ticket = await ticketOf(player)

    uploadHalf(`${first.baseUrl}${place.path}/settings?/data`, maker)
    const unfinished = () => countUnfinished(first)
    await expect.poll(unfinished).toBe(1)
    const pingAt = ({ baseUrl }: Product) => ping(playing.pingUrl.replace(first.baseUrl, baseUrl))
    expect(await pingAt(first)).toBe('OK')
    await killed(first)
    expect(await unfinished()).toBe(1)

    const second = await start()
    onTestFinished(async () => {
      expect(await second.stop()).toBe(0)
      await database.drop()
      await rm(folder, { recursive: true })
    })
    // Players stay in the game, with the session and the ticket from before.
    expect(await pingAt(second)).toBe('OK')
    // The file might belong to another process, so it is removed only when it is old.
    expect(await unfinished()).toBe(1)
    const headers = await bearerOf({ dataDirectory: folder }, 'gameservers')
    const file = await fetch(`${second.baseUrl}/game/${place.id}`, { headers })
    expect(Buffer.from(await file.arrayBuffer()).equals(placeFile)).toBe(true)
    const client = await join(second.baseUrl, { publicKey }, ticket)
    expect(client).toMatchObject({ placeId: place.id, username: 'Player_2' })
    await expect(join(second.baseUrl, { publicKey }, ticket)).rejects.toThrow('400 Invalid Game Session')

    // A client repeats its heartbeat, without which a player leaves the list on a slow machine.
    await expect
      .poll(async () => [await pingAt(second), ...(await playersOf(second, place, maker))])
      .toEqual(['OK', 'Maker', 'Player_2'])

    const token = maker.cookie?.split('=')[1] ?? 'none'
    expectNone([ticket, place.serverTicket, token, password], outputs)
  })
})
