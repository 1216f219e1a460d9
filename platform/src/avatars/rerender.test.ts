import { expect, test } from 'vitest'
import { registerPerson } from '../testing/people.ts'
import { openTestPlatform } from '../testing/platforms.ts'
import { rerenderAvatar } from './rerender.ts'

test('re-renders pictures for administrators only', async () => {
  const platform = await openTestPlatform('SQLite')
  const administrator = await registerPerson(platform, 'Founder')
  const anna = await registerPerson(platform, 'Anna')
  await expect(rerenderAvatar(platform, anna, { username: 'Anna' })).rejects.toMatchObject({
    reason: 'forbidden',
  })
  await expect(rerenderAvatar(platform, administrator, { username: 'nobody' })).rejects.toMatchObject({
    reason: 'missing',
  })
  await platform.db.deleteFrom('renders').execute()
  const first = await rerenderAvatar(platform, administrator, { username: 'aNNA' })
  platform.pass(1)
  const second = await rerenderAvatar(platform, administrator, { username: 'anna' })
  const requested = await platform.db.selectFrom('renders').select(['subject', 'state']).execute()
  expect(requested).toEqual([{ subject: `user:${anna.id}`, state: 'waiting' }])
  expect(first.avatar).toMatch(/^\/api\/avatar\/Anna\?/)
  expect(first.avatarBody).toMatch(/^\/api\/avatar\/Anna-body\?/)
  expect(new Set([first.avatar, first.avatarBody, second.avatar, second.avatarBody]).size).toBe(4)
})
