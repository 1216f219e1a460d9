import { expect } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { open, test } from '../support/browser.ts'

test.use({ shares: true, serviceWorkers: 'allow' })

test('without a connection, a page says so in the reader’s language and theme, and leads on', async ({
  page,
  context,
  signIn,
}) => {
  const rider = await signIn('Train_rider')
  await rider.post('/settings?/profile', { description: '', theme: 'Dark', language: 'de' })
  await open(page, '/settings')
  await expect.poll(() => page.evaluate("caches.match('/offline').then(Boolean)")).toBe(true)
  await context.setOffline(true)
  await page.goto('/games')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keine Verbindung')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark')
  await expectAccessible(page)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Noch einmal versuchen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spiele')
})

test('the browser keeps no page of a user', async ({ page, signIn }) => {
  await signIn('Private_rider')
  await open(page, '/home')
  await expect.poll(() => page.evaluate("caches.match('/offline').then(Boolean)")).toBe(true)
  await open(page, '/settings')
  const stored = await page.evaluate(`(async () => {
    const texts = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) texts.push(await (await cache.match(request)).text())
    }
    return texts
  })()`)
  expect(stored).toEqual([expect.not.stringContaining('Private_rider')])
})
