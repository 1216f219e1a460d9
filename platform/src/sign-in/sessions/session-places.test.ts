import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { writePlaceDatabase } from '../../testing/place-database.ts'
import { openTestPlatform } from '../../testing/platforms.ts'
import { createSession, listSessions } from './sessions.ts'

const berlin = { city: { names: { de: 'Berlin', en: 'Berlin' } }, country: { iso_code: 'DE' } }
const vienna = { city: { names: { de: 'Wien', en: 'Vienna' } }, country: { iso_code: 'AT' } }

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-places-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'places.mmdb')
}

/** Lists the places of sessions from these addresses. */
async function placesOf(PlaceDatabase: string | undefined, addresses: string[], language?: string) {
  const platform = await openTestPlatform('SQLite', { Security: { PlaceDatabase } })
  const anna = await registerPerson(platform, 'Anna')
  for (const address of addresses)
    await createSession(platform.db, anna.id, { userAgent: '', address }, platform.now())
  const sessions = await listSessions(platform, anna, '', language)
  return Object.fromEntries(sessions.map(({ address, place }) => [address, place]))
}

test('sessions show the city and the country of their address, in the language of the reader', async () => {
  const file = await temporaryFile()
  await writePlaceDatabase(file, {
    '192.0.2.0/24': berlin,
    '198.51.100.128/25': vienna,
    '203.0.113.0/24': { country: { iso_code: 'FR' } },
  })
  const addresses = ['192.0.2.7', '198.51.100.200', '203.0.113.5', '198.51.100.5', '2001:db8::1']
  expect(await placesOf(file, addresses)).toEqual({
    '127.0.0.1': undefined,
    '192.0.2.7': 'Berlin, Germany',
    '198.51.100.200': 'Vienna, Austria',
    '203.0.113.5': 'France',
    '198.51.100.5': undefined,
    '2001:db8::1': undefined,
  })
  expect(await placesOf(file, ['198.51.100.200'], 'de')).toMatchObject({
    '198.51.100.200': 'Wien, Österreich',
  })
})

test('sessions show no place without a database, or with one that cannot be read', async () => {
  for (const file of [undefined, await temporaryFile()])
    expect(await placesOf(file, ['192.0.2.7'])).toMatchObject({ '192.0.2.7': undefined })
})
