import { expect } from '@playwright/test'
import { expectSound, test } from '../../support/accessible.ts'
import { complaintsOf, open } from '../../support/browser.ts'

test.describe('the pages for visitors have no violation', () => {
  for (const path of [
    '/',
    '/games',
    '/games?sort=rated',
    '/games?q=nothing%20like%20it',
    '/catalog?q=nothing%20like%20it',
    '/login',
    '/register',
    '/recover',
    '/recover/nothing',
  ]) {
    test(path, async ({ page }) => {
      const complaints = complaintsOf(page)
      expect((await open(page, path))?.status()).toBe(200)
      await expectSound(page)
      expect(complaints).toEqual([])
    })
  }
})
