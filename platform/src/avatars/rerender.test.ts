import { expect, test } from 'vitest'
import { registerPerson } from '../testing/people.ts'
import { openTestPlatform } from '../testing/platforms.ts'
import { rerenderAvatar } from './rerender.ts'

test('administrators have pictures made anew; nobody else, and not as long as nothing can make them', async () => {
  const platform = await openTestPlatform('SQLite')
  const administrator = await registerPerson(platform, 'Founder')
  const anna = await registerPerson(platform, 'Anna')
  await expect(rerenderAvatar(platform, anna, 'Anna')).rejects.toMatchObject({ reason: 'forbidden' })
  await expect(rerenderAvatar(platform, administrator, 'nobody')).rejects.toMatchObject({
    reason: 'missing',
  })
  await expect(rerenderAvatar(platform, administrator, 'Anna')).rejects.toMatchObject({
    reason: 'failed',
    message: 'Failed to request render',
  })

  const requested: string[] = []
  const rendering = { ...platform, avatarRenders: { request: async (id: string) => void requested.push(id) } }
  const first = await rerenderAvatar(rendering, administrator, 'aNNA')
  platform.pass(1)
  const second = await rerenderAvatar(rendering, administrator, 'anna')
  expect(requested).toEqual([anna.id, anna.id])
  expect(first.avatar).toMatch(/^\/api\/avatar\/Anna\?/)
  expect(first.avatarBody).toMatch(/^\/api\/avatar\/Anna-body\?/)
  expect(new Set([first.avatar, first.avatarBody, second.avatar, second.avatarBody]).size).toBe(4)
})
