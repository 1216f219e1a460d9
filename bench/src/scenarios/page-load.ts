import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@baseplate/platform/testing/free-port'
import { chromium } from '@playwright/test'
import { chromiumPath } from '../../../tools/chromium.ts'
import { type Measurement, median } from '../measurement.ts'
import { startServer } from '../server-process.ts'
import { loadOnSlowPhone, type PageLoad } from '../slow-phone.ts'

const loads = 3
const password = 'sails in the harbour'

/** Measures how the pages of a small demo world load on a slow phone, each with an empty cache. */
export async function pageLoad(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-bench-'))
  const port = String(await freePort())
  const demo = await startServer(
    ['demo/src/main.ts', '--small'],
    { BASEPLATE_DATA: join(folder, 'data'), PORT: port, ECONOMY_PORT: String(await freePort()) },
    / is at http/,
  )
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const baseUrl = `http://localhost:${port}`
    const cookie = await signIn(baseUrl)
    const measurements: Measurement[] = []
    for (const { name, path, visitor } of await pagesOf(baseUrl, cookie)) {
      const seen: PageLoad[] = []
      for (let load = 0; load < loads; load++)
        seen.push(await loadOnSlowPhone(browser, baseUrl + path, visitor ? undefined : cookie))
      measurements.push(...measurementsOf(name, seen))
    }
    return measurements
  } finally {
    await browser.close()
    await demo.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function measurementsOf(page: string, seen: readonly PageLoad[]): Measurement[] {
  const measurement = (
    name: string,
    value: (load: PageLoad) => number,
    unit: string,
    atMost?: number,
  ): Measurement => ({
    name: `${page}: ${name}`,
    value: median(seen.map(value)),
    unit,
    against: 'limit',
    ...(atMost !== undefined && { target: { atMost } }),
  })
  return [
    measurement('script files', ({ scripts }) => scripts, 'files', 17),
    measurement('scripts', ({ scriptBytes }) => scriptBytes / 1000, 'KB'),
    measurement('largest contentful paint', ({ paintedMs }) => paintedMs, 'ms', 2_500),
    measurement('layout shift, in thousandths', ({ shift }) => shift * 1000, '', 20),
  ]
}

async function signIn(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'Ada', password }),
    headers: { accept: 'application/json' },
    redirect: 'manual',
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`the sign-in failed: ${await response.text()}`)
  return cookie
}

async function pagesOf(baseUrl: string, cookie: string) {
  const read = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(baseUrl + path, { headers: { accept: 'application/json', cookie } })
    return (await response.json()) as Data
  }
  type Named = { id: number; slug: string }
  const { places } = await read<{ places: (Named & { ownerUsername: string })[] }>('/games')
  const { assets } = await read<{ assets: Named[] }>('/catalog')
  const [place, asset] = [places[0], assets[0]]
  if (!place || !asset) throw new Error('the demo world is empty')
  return [
    { name: 'landing page', path: '/', visitor: true },
    { name: '/games', path: '/games', visitor: true },
    { name: 'a place', path: `/place/${place.id}/${place.slug}` },
    { name: '/catalog', path: '/catalog' },
    { name: 'an item', path: `/catalog/${asset.id}/${asset.slug}` },
    { name: 'a profile', path: `/user/${place.ownerUsername}` },
    { name: '/character', path: '/character' },
    { name: '/home', path: '/home' },
  ]
}
