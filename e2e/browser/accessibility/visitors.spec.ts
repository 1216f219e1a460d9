import { expect } from '@playwright/test'
import { expectAccessibleAt } from '../../support/accessible.ts'
import { complaintsOf, test } from '../../support/browser.ts'

test.use({ shares: true })

test('the pages for visitors have no violations', async ({ page }) => {
  const complaints = complaintsOf(page)
  await expectAccessibleAt(page, [
    '/',
    '/games',
    '/games?sort=rated',
    '/games?q=nothing%20like%20it',
    '/catalog?q=nothing%20like%20it',
    '/login',
    '/register',
    '/recover',
    '/recover/nothing',
  ])
  expect(complaints).toEqual([])
})
