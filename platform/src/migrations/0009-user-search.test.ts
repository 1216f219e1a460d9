import { expect, test } from 'vitest'
import { findByBeginning, findByPart } from '../search/queries.ts'
import { accountRow } from '../testing/account-row.ts'
import { makeUnmigrated } from '../testing/migrating.ts'
import { databases } from '../testing/platforms.ts'

test.each(databases)('on %s, those who registered before are found', async (kind) => {
  const open = await makeUnmigrated(kind)
  const before = await open('0009')
  await before.insertInto('users').values(accountRow('Old_Hand')).execute()
  await before.destroy()

  const after = await open()
  for (const q of ['old', 'hand']) {
    expect(
      (await findByBeginning(after, q, '', 9)).length + (await findByPart(after, q, '', 9)).length,
      q,
    ).toBe(1)
  }
  await after.destroy()
})
