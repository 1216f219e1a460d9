import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, canInstall, installPackages } from '@baseplate/minetest/testing/installed-launcher'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startConfigured } from '../support/configured.ts'
import { json, makePlace, type Place, setNetwork } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { runToEnd, startProduct } from '../support/product.ts'

interface Listed {
  version: string
  players: { username: string; number: number; key: string }[]
}

interface Offered {
  launcher: { name: string; version: string; fileName: string; sha256: string }
}

let data: string
let product: Product
let maker: Person
let place: Place
/** The newest list of players that the game's server has read. */
let listed: Listed | undefined
const ending = new AbortController()

/** Reads the list of players as the game's server does, which admits them. */
async function admitPlayers() {
  while (!ending.signal.aborted) {
    const query = new URLSearchParams({ ticket: place.serverTicket, after: listed?.version ?? '' })
    const response = await fetch(`${product.baseUrl}/game/players?${query}`, { signal: ending.signal })
    listed = await json<Listed>(response)
  }
}

const offered = async () => json<Offered>(await maker.get('/download'))
const download = (headers: Record<string, string> = {}) =>
  fetch(`${product.baseUrl}/download/launcher.deb`, { headers })

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'baseplate-launcher-'))
  product = await startConfigured(
    { Engine: 'minetest', Gameservers: { Hosting: 'Selfhosted' } },
    { BASEPLATE_DATA: data },
  )
  maker = await register(product.baseUrl, 'Maker')
  place = await makePlace(maker, 'A place')
  await setNetwork({ maker, place }, { serverAddress: '127.0.0.1', serverPort: '30000' })
  admitPlayers().catch(() => undefined)
})
afterAll(async () => {
  ending.abort()
  await product.stop()
  await rm(data, { recursive: true, force: true })
})

test('the page of downloads states the hash of the launcher, which caches revalidate', async () => {
  const { launcher } = await offered()
  const response = await download()
  const bytes = await response.arrayBuffer()
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
  expect(hash).toBe(launcher.sha256)
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${launcher.fileName}"`)
  const again = await download({ 'if-none-match': response.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
})

/** Installs the launcher that the site offers now. */
async function install() {
  const { launcher } = await offered()
  const file = Buffer.from(await (await download()).arrayBuffer())
  return installPackages([{ ...launcher, file }])
}

/** Presses Play. Returns the address that the page opens. */
async function pressPlay(): Promise<string> {
  const { ticket } = await json<{ ticket: string }>(await maker.post(`${place.path}?/join`))
  const { scheme } = await json<{ scheme: string }>(await maker.get(place.path))
  return addressOf(product, `ticket=${ticket}`).replace(/^[^:]+/, scheme)
}

describe.skipIf(!canInstall)('the launcher that the site offers', () => {
  /** Installs the launcher and presses Play. */
  async function play() {
    const installed = await install()
    onTestFinished(() => installed.remove())
    const playing = installed.start(await pressPlay())
    await installed.seen('client/started')
    return { installed, playing }
  }

  test('takes the player into the game with the key that the server knows, and out of it', async () => {
    const { installed, playing } = await play()
    const player = listed?.players[0]
    expect(await installed.read('client/password')).toBe(player?.key)
    expect(await installed.read('client/arguments')).toContain(`--port\n30000\n--name\nu${player?.number}\n`)
    await expect.poll(async () => playersOf(await maker.get(place.path))).toEqual(['Maker'])
    await installed.endClient()
    expect(await playing.ended).toMatchObject({ code: 0 })
    expect(await playersOf(await maker.get(place.path))).toEqual([])
  })

  test('frees the seat at once when it is told to end', async () => {
    const { installed, playing } = await play()
    await expect.poll(async () => playersOf(await maker.get(place.path))).toEqual(['Maker'])
    playing.kill('SIGTERM')
    expect(await playing.ended).toMatchObject({ code: 143 })
    expect(await playersOf(await maker.get(place.path))).toEqual([])
    expect(await installed.leftovers()).toEqual([])
  })

  test('shows why the site refuses a ticket', async () => {
    const installed = await install()
    const { scheme } = await json<{ scheme: string }>(await maker.get(place.path))
    const address = addressOf(product, 'ticket=unknown').replace(/^[^:]+/, scheme)
    const { code, errors } = await installed.start(address).ended
    expect([code, errors]).toEqual([1, expect.stringContaining('Invalid Game Session')])
    await installed.remove()
  })

  test('of before the signing key was replaced says where the new one is, which plays', async () => {
    const earlier = await install()
    const environment = { BASEPLATE_DATA: data, BASEPLATE_CONFIG: product.environment.BASEPLATE_CONFIG ?? '' }
    expect((await runToEnd('signing-key', environment, ['rotate'])).code).toBe(0)
    await product.kill()
    const { baseUrl } = product
    product = await startProduct({ ...environment, PORT: new URL(baseUrl).port, BASE_URL: baseUrl })
    listed = undefined
    admitPlayers().catch(() => undefined)
    const { code, errors } = await earlier.start(await pressPlay()).ended
    expect([code, errors]).toEqual([1, expect.stringContaining('Download and install it again')])
    expect(errors).toContain(`${product.baseUrl}/download`)
    expect(await earlier.read('client/started')).toBeUndefined()
    await earlier.remove()
    const installed = await install()
    const playing = installed.start(await pressPlay())
    await installed.seen('client/started')
    await installed.endClient()
    expect(await playing.ended).toMatchObject({ code: 0 })
    await installed.remove()
  })
})

const playersOf = async (response: Response) =>
  (await json<{ players: { username: string }[] }>(response)).players.map(({ username }) => username)
