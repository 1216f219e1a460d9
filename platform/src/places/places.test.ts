import { describe, expect, test } from 'vitest'
import { InvalidFields } from '../foundation/errors.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { createPublishedPlace } from '../testing/published-place.ts'
import { listPlaces } from './lists/list.ts'
import { listPlacesOf } from './lists/listings.ts'
import { maxPlaceFileBytes } from './rules.ts'
import { readPlaceFile } from './servers/read-file.ts'
import { joinPlace } from './sessions/join.ts'
import { regeneratePrivateTicket, updateNetwork, updatePrivacy, viewPlaceSettings } from './settings.ts'
import { updateView } from './update-view.ts'
import { updatePlaceFile } from './versions/update-file.ts'
import { viewPlace } from './view.ts'

async function* chunks(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield Buffer.from(part as string)
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString()
}

describe.each(databases)('places on %s', (kind) => {
  async function start(config = {}) {
    const platform = await openTestPlatform(kind, config)
    const owner = await registerPerson(platform, 'Owner')
    const other = await registerPerson(platform, 'Other')
    const { id } = await createPublishedPlace(platform, other, { name: 'My place', description: 'Mine' })
    return { platform, administrator: owner, maker: other, id }
  }

  test('run on the servers of the platform from the beginning, with an engine that it provides', async () => {
    const dedicatedWith = async (Engine: 'classic' | 'minetest') => {
      const { platform, maker, id } = await start({ Engine })
      return (await viewPlaceSettings(platform, maker, { id })).dedicated
    }
    expect([await dedicatedWith('minetest'), await dedicatedWith('classic')]).toEqual([true, false])
  })

  test('refuses names without visible characters, and counts descriptions as browsers do', async () => {
    const { platform, maker, id } = await start()
    for (const name of ['\u200b', 'My\0place', 'My\nplace'])
      await expect(createPublishedPlace(platform, maker, { name })).rejects.toMatchObject({
        errors: { name: 'Use letters, digits or symbols' },
      })
    const description = `${'line\r\n'.repeat(200)}\0`
    await updateView(platform, maker, { id, name: 'My place', description })
    expect((await viewPlace(platform, maker, { id })).description.text).toBe('line\n'.repeat(200))
  })

  test('shows a place with its fields, and its tickets only to their holders', async () => {
    const { platform, administrator, maker, id } = await start()
    const guest = await registerPerson(platform, 'Guest')
    expect(id).toBeGreaterThanOrEqual(100_000_000)
    const view = await viewPlace(platform, maker, { id })
    expect(view).toMatchObject({
      id,
      name: 'My place',
      slug: 'My-place',
      description: { text: 'Mine' },
      ownerUsername: 'Other',
      maxPlayers: 10,
      privateServer: false,
      serverTicket: '',
      players: [],
      likeCount: 0,
      serverPing: 0,
      hosting: true,
      scheme: 'baseplate',
      thumbnails: [],
    })
    expect(view.privateTicket).toMatch(/^[a-z0-9]{32}$/)
    expect((await viewPlace(platform, guest, { id })).privateTicket).toBe('')
    // Only an owner who is an administrator sees the server ticket.
    const own = await createPublishedPlace(platform, administrator, { name: 'Admin place' })
    expect((await viewPlace(platform, administrator, { id: own.id })).serverTicket).toMatch(/^[a-z0-9]{32}$/)
    expect((await viewPlace(platform, administrator, { id })).serverTicket).toBe('')
  })

  test('keeps a place whose owner was deleted, for players and moderators', async () => {
    const { platform, administrator, maker, id } = await start()
    const guest = await registerPerson(platform, 'Guest')
    await updatePlaceFile(platform, maker, id, chunks('kept'))
    await platform.db.deleteFrom('users').where('id', '=', maker.id).execute()
    for (const viewer of [guest, administrator]) {
      expect(await viewPlace(platform, viewer, { id })).toMatchObject({ ownerUser: null, ownerUsername: '' })
    }
    expect((await listPlaces(platform, null, {})).places).toMatchObject([{ id, ownerUsername: null }])
    await joinPlace(platform, guest, { id })
    expect((await viewPlaceSettings(platform, administrator, { id })).versions).toMatchObject([
      { username: null },
    ])
    await updatePrivacy(platform, administrator, { id, privateServer: 'on' })
    await expect(joinPlace(platform, guest, { id })).rejects.toMatchObject({ reason: 'missing' })
    await expect(viewPlaceSettings(platform, guest, { id })).rejects.toMatchObject({ reason: 'missing' })
  })

  test('limits the length of names and descriptions, and the number of places', async () => {
    const { platform, maker } = await start({ Places: { PerUser: 2 } })
    for (const name of ['', '   ', 'x'.repeat(101), undefined]) {
      await expect(createPublishedPlace(platform, maker, { name })).rejects.toMatchObject({
        errors: { name: expect.any(String) },
      })
    }
    await expect(
      createPublishedPlace(platform, maker, { name: 'x', description: 'y'.repeat(1001) }),
    ).rejects.toMatchObject({
      errors: { description: expect.any(String) },
    })
    await createPublishedPlace(platform, maker, { name: 'x'.repeat(100) })
    await expect(createPublishedPlace(platform, maker, { name: 'third' })).rejects.toBeInstanceOf(
      InvalidFields,
    )
  })

  test('hides a private place from users other than its owner, moderators and ticket holders', async () => {
    const { platform, administrator, maker, id } = await start()
    const guest = await registerPerson(platform, 'Guest')
    await updatePrivacy(platform, maker, { id, privateServer: 'on' })
    const { privateTicket } = await viewPlaceSettings(platform, maker, { id })
    await expect(viewPlace(platform, guest, { id })).rejects.toMatchObject({ reason: 'missing' })
    await expect(joinPlace(platform, guest, { id })).rejects.toMatchObject({ reason: 'missing' })
    await expect(viewPlaceSettings(platform, guest, { id })).rejects.toMatchObject({ reason: 'missing' })
    await viewPlace(platform, administrator, { id })
    await viewPlace(platform, guest, { id, privateServer: privateTicket })
    await joinPlace(platform, guest, { id, privateTicket })
    expect((await listPlaces(platform, null, {})).places).toEqual([])

    const another = await createPublishedPlace(platform, maker, { name: 'Another' })
    const { privateTicket: foreign } = await viewPlaceSettings(platform, maker, { id: another.id })
    await expect(viewPlace(platform, guest, { id, privateServer: foreign })).rejects.toMatchObject({
      reason: 'missing',
    })

    await regeneratePrivateTicket(platform, maker, { id: id })
    await expect(viewPlace(platform, guest, { id, privateServer: privateTicket })).rejects.toMatchObject({
      reason: 'missing',
    })
  })

  test('lets the owner and moderators change settings, and reports every invalid field', async () => {
    const { platform, administrator, maker, id } = await start()
    const guest = await registerPerson(platform, 'Guest')
    await expect(updateView(platform, guest, { id, name: 'Taken' })).rejects.toMatchObject({
      reason: 'forbidden',
    })
    await expect(updateView(platform, guest, { id: 1, name: 'Taken' })).rejects.toMatchObject({
      reason: 'missing',
    })
    await updateView(platform, administrator, { id, name: 'Better', description: 'New' })
    await updateNetwork(platform, maker, {
      id,
      dedicated: '0',
      serverAddress: 'play.example.org',
      serverPort: '2000',
      maxPlayers: '100',
    })
    expect(await viewPlaceSettings(platform, maker, { id })).toMatchObject({
      name: 'Better',
      description: { text: 'New' },
      dedicated: false,
      serverAddress: 'play.example.org',
      serverPort: 2000,
      maxPlayers: 100,
      data: null,
    })
    await expect(
      updateNetwork(platform, maker, { id, serverAddress: 'a b', serverPort: '80', maxPlayers: '101' }),
    ).rejects.toMatchObject({
      errors: {
        dedicated: 'Choose yes or no',
        serverAddress: 'Enter an IP address or a host name',
        serverPort: 'Enter a port from 1024 to 65535',
        maxPlayers: 'Enter a number of players from 1 to 100',
      },
    })
  })

  test('returns the place file byte for byte, and keeps it after a failed upload', async () => {
    const { platform, maker, id } = await start()
    await expect(readPlaceFile(platform, id, { actor: maker })).rejects.toThrow('File not found')
    await expect(readPlaceFile(platform, 1, { actor: maker })).rejects.toThrow('Place not found')
    await updatePlaceFile(platform, maker, id, chunks('<roblox>', 'äöü\0', '</roblox>'))
    const stored = await readPlaceFile(platform, id, { actor: maker })
    expect(await bytesOf(stored.stream())).toBe('<roblox>äöü\0</roblox>')
    expect((await viewPlaceSettings(platform, maker, { id })).data).toMatchObject({ size: 24 })

    const large = Buffer.alloc(maxPlaceFileBytes / 4)
    await expect(
      updatePlaceFile(platform, maker, id, chunks(large, large, large, large, 'x')),
    ).rejects.toMatchObject({ errors: { file: 'File must be less than 100MB in size' } })
    await expect(
      updatePlaceFile(
        platform,
        maker,
        id,
        (async function* () {
          yield Buffer.from('half')
          throw new Error('gone')
        })(),
      ),
    ).rejects.toThrow('gone')
    expect(await bytesOf((await readPlaceFile(platform, id, { actor: maker })).stream())).toBe(
      '<roblox>äöü\0</roblox>',
    )
    await updatePlaceFile(platform, maker, id, chunks('second'))
    const replaced = await readPlaceFile(platform, id, { actor: maker })
    expect(replaced.etag).not.toBe(stored.etag)
    await replaced.close()
  })

  test('requires the key or the server ticket for a place file when a key is set', async () => {
    const { platform, maker, id } = await start({ Gameservers: { Key: 'a secret key' } })
    await updatePlaceFile(platform, maker, id, chunks('data'))
    const { serverTicket } = await viewPlaceSettings(platform, maker, { id })
    await expect(readPlaceFile(platform, id, {})).rejects.toMatchObject({ reason: 'forbidden' })
    await expect(readPlaceFile(platform, id, { bearer: 'wrong', ticket: 'wrong' })).rejects.toMatchObject({
      reason: 'forbidden',
    })
    await (await readPlaceFile(platform, id, { bearer: 'a secret key' })).close()
    await (await readPlaceFile(platform, id, { ticket: serverTicket })).close()
  })

  test('lists the places of a maker, newest first', async () => {
    const { platform, maker, id } = await start()
    platform.pass(1)
    const newer = await createPublishedPlace(platform, maker, { name: 'Newer' })
    const places = await listPlacesOf(platform.db, platform.now(), maker.id)
    expect(places.map((place) => place.id)).toEqual([newer.id, id])
  })
})
