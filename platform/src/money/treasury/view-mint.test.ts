import { expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { prepareMint } from './prepare-mint.ts'
import { prefillMint } from './view-mint.ts'

test.each(databases)('on %s, the form begins with a recipient, or with an own earlier mint', async (kind) => {
  const platform = await openTestPlatform(kind)
  const administrator = await registerPerson(platform, 'Administrator')
  const anna = await registerPerson(platform, 'Anna')
  const prize = { username: 'Anna', amount: '2.5', note: 'A prize' }
  const { id: again } = await prepareMint(platform, administrator, prize)

  const empty = { username: '', amount: null, note: '' }
  expect(await prefillMint(platform, administrator, {})).toEqual(empty)
  const named = await prefillMint(platform, administrator, { username: 'Anna' })
  expect(named).toEqual({ ...empty, username: 'Anna' })
  const earlier = await prefillMint(platform, administrator, { again, username: 'Other' })
  expect(earlier).toEqual({ ...prize, amount: 2_500_000 })
  const other = { ...anna, permissionLevel: 5 }
  await expect(prefillMint(platform, other, { again })).rejects.toMatchObject({ reason: 'missing' })
})
