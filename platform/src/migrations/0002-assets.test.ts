import { expect, test } from 'vitest'
import { isTakenAssetId } from '../foundation/asset-ids.ts'
import { makeUnmigrated } from '../testing/migrating.ts'
import { databases } from '../testing/platforms.ts'

test.each(databases)('on %s, the ids of places that there are stay taken', async (kind) => {
  const open = await makeUnmigrated(kind)
  const before = await open('0002')
  await before
    .insertInto('places')
    .values({
      id: 123_456_789,
      name: 'Old',
      description: '',
      description_updated: 0,
      owner_id: 'nobody',
      created: 0,
      updated: 0,
      max_players: 10,
      private_server: 0,
      private_ticket: 'a',
      server_ticket: 'b',
      dedicated: 0,
      server_address: '',
      server_port: 53_640,
      server_ping: 0,
      data_size: null,
      data_sha256: null,
      data_updated: null,
    })
    .execute()
  await before.destroy()

  const after = await open('0003')
  expect(await isTakenAssetId(after, 123_456_789)).toBe(true)
  expect(await isTakenAssetId(after, 123_456_780)).toBe(false)
  await after.destroy()
})
