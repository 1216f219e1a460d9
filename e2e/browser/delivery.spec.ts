import { expect, type Page } from '@playwright/test'
import { holdRequests, open, test } from '../support/browser.ts'

test.use({ shares: true })

/** Collects the paths that the page requests from now on. */
function requestsOf(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return paths
}

test('a page loads few script files', async ({ page, ownPlace }) => {
  const { place } = await ownPlace('Counter')
  for (const path of ['/', '/games', place.path, '/user/Counter', '/character', '/catalog', '/settings']) {
    const requested = requestsOf(page)
    await open(page, path)
    const scripts = new Set(requested.filter((file) => file.endsWith('.js')))
    // The 3D figure and the API viewer share a small bundler module, which is a separate file.
    const limit = path === '/character' ? 18 : 17
    expect(scripts.size, `script files of ${path}`).toBeLessThanOrEqual(limit)
    page.removeAllListeners('request')
  }
})

test('a web font that loads late shifts nothing', async ({ page, ownPlace }) => {
  const { place } = await ownPlace('Mover')
  await page.addInitScript(`
    window.shift = 0
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value
    }).observe({ type: 'layout-shift', buffered: true })`)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/', '/games', place.path, '/user/Mover', '/home', '/settings']) {
    const release = await holdRequests(page, '**/*.woff2')
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await page.evaluate('new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))')
    release()
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    await page.evaluate('new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))')
    expect(await page.evaluate<number>('window.shift'), `layout shift of ${path}`).toBeLessThan(0.02)
    await page.unroute('**/*.woff2')
  }
})

test('a place page refreshes only its players, and retains its streams', async ({ page, ownPlace }) => {
  const { place } = await ownPlace('Watcher')
  await page.clock.install()
  const requested = requestsOf(page)
  await open(page, place.path)
  await expect.poll(() => requested).toContain('/notifications/stream')
  await expect.poll(() => requested).toContain('/games/live')
  // Shorter than the timeout of a silent stream, since no event arrives while the clock jumps.
  for (let time = 0; time < 2; time++) {
    const refreshed = page.waitForResponse(`**${place.path}/activity`)
    await page.clock.fastForward(15_000)
    expect((await refreshed).status()).toBe(200)
  }
  // A form refreshes the whole page without reopening a stream.
  await page.getByRole('button', { name: /^Like/ }).click()
  await expect(page.getByRole('button', { name: 'Like 1' })).toBeVisible()
  await expect.poll(() => requested.filter((path) => path.endsWith('/__data.json')).length).toBe(1)
  expect(requested.filter((path) => path === '/notifications/stream')).toHaveLength(1)
  expect(requested.filter((path) => path === '/games/live')).toHaveLength(1)
})
