import { describe, expect, test } from 'vitest'
import { errorsOf } from '../testing/errors.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { updateProfile, viewProfileSettings } from './update-profile.ts'

describe.each(databases)('profile settings on %s', (kind) => {
  test('stores a description and one of the configured themes', async () => {
    const platform = await openTestPlatform(kind)
    const person = await registerPerson(platform, 'Founder')
    expect(await viewProfileSettings(platform, person)).toMatchObject({
      description: { text: '' },
      selectedTheme: 'Automatic',
      themes: ['Automatic', 'Light', 'Dark', 'High contrast'],
    })
    platform.pass(1)
    await updateProfile(platform, person, { description: 'I build towers.', theme: 'Dark' })
    expect(await viewProfileSettings(platform, person)).toMatchObject({
      description: { text: 'I build towers.', updated: platform.now() },
      selectedTheme: 'Dark',
    })
    expect(
      await errorsOf(updateProfile(platform, person, { description: 'x'.repeat(1001), theme: 'Pink' })),
    ).toEqual({
      description: 'Use at most 1000 characters',
      theme: 'must be a valid theme',
    })
    expect(await errorsOf(updateProfile(platform, person, {}))).toEqual({ theme: 'must be a valid theme' })
  })
})
