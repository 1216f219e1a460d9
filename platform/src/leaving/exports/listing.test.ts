import { expect, test } from 'vitest'
import { rowsOf } from '../../foundation/exports.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { readListing } from './listing.ts'

const tokens = rowsOf('tokens', 'access_tokens', { owner: 'user_id', key: ['id'], show: ['name', 'created'] })

test.each(databases)('on %s, yields each row once while others are written and deleted', async (kind) => {
  const platform = await openTestPlatform(kind)
  const { db } = platform
  const { id } = await registerPerson(platform, 'Zebedee')
  const other = await registerPerson(platform, 'Other')
  const row = (number: number, user_id: string) => {
    const name = String(number).padStart(4, '0')
    return { id: name, user_id, token_hash: name, name, scopes: '', created: 0, expires: 0, last_used: null }
  }
  const add = (numbers: number[], to = id) =>
    db
      .insertInto('access_tokens')
      .values(numbers.map((number) => row(number, to)))
      .execute()
  const all = Array.from({ length: 1_100 }, (_, index) => index * 2)
  await add(all)
  await add([1], other.id)
  const seen: unknown[] = []
  for await (const { name, created } of readListing(db, tokens, id)) {
    if (seen.length === 0) {
      await add([3, 1_999])
      await db.deleteFrom('access_tokens').where('id', 'in', ['0000', '0010', '1998']).execute()
    }
    seen.push(name)
    expect(created).toBe('1970-01-01T00:00:00.000Z')
  }
  const expected = [...all.filter((number) => number !== 1_998), 1_999].toSorted((one, two) => one - two)
  expect(seen).toEqual(expected.map((number) => String(number).padStart(4, '0')))
})
