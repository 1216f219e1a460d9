import { type Browser, type CDPSession, errors } from '@playwright/test'

/** A cheap phone on a slow connection: its screen, slowdown of its processor, bytes per second, and latency. */
const screen = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const slowdown = 4
const bytesPerSecond = 1_600_000 / 8
const delayMs = 150

/** Long enough for a web font that arrives late, and for the shifts it causes. */
const settleMs = 1_500

/**
 * Chromium's network emulation stalls once in some dozens of loads and holds back bytes that have arrived
 * (docs/measurements/page-load.md#a-load-that-hung).
 */
const stalledAfterMs = 20_000
const maxAttempts = 3

/** How a page loads from an empty cache. */
export interface PageLoad {
  scripts: number
  scriptBytes: number
  /** Largest contentful paint in milliseconds. */
  paintedMs: number
  /** Cumulative layout shift. */
  shift: number
}

/** Observes the page from its start. `window.pageLoad` holds the observations. */
const observer = `
  const seen = { paintedMs: 0, shift: 0 }
  window.pageLoad = seen
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.paintedMs = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) seen.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
`

/** Loads a page on a slow phone, with an empty cache. Repeats a load whose connection has stalled. */
export async function loadOnSlowPhone(browser: Browser, url: string, cookie?: string): Promise<PageLoad> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load(browser, url, cookie)
    } catch (error) {
      if (attempt === maxAttempts || !(error instanceof errors.TimeoutError)) throw error
    }
  }
}

async function load(browser: Browser, url: string, cookie: string | undefined): Promise<PageLoad> {
  await using context = await browser.newContext(screen)
  const [name = '', value = ''] = cookie?.split('=') ?? []
  if (cookie) await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await throttle(session)
  await page.addInitScript(observer)
  const scripts = countScripts(session)
  const response = await page.goto(url, { waitUntil: 'load', timeout: stalledAfterMs })
  if (!response?.ok()) throw new Error(`${url} answered ${response?.status()}`)
  await page.waitForTimeout(settleMs)
  return { ...(await page.evaluate<PageLoad>('window.pageLoad')), ...scripts() }
}

async function throttle(session: CDPSession): Promise<void> {
  const throughput = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond }
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: delayMs, ...throughput })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** Counts the script files that the browser fetches, and their transferred bytes. */
function countScripts(session: CDPSession): () => Pick<PageLoad, 'scripts' | 'scriptBytes'> {
  const requests = new Set<string>()
  let scriptBytes = 0
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) requests.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requests.has(requestId)) scriptBytes += encodedDataLength
  })
  return () => ({ scripts: requests.size, scriptBytes })
}
