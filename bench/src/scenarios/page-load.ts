import { join } from 'node:path'
import { freePort } from '@baseplate/platform/testing/free-port'
import { chromium } from '@playwright/test'
import { type Person, visitor } from '../../../e2e/support/person.ts'
import { chromiumPath } from '../../../tools/chromium.ts'
import { figure, type Measurement, median, repeated } from '../measurement.ts'
import { startServer } from '../server-process.ts'
import { loadOnSlowPhone, type PageLoad } from '../slow-phone.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const loads = 3
const login = { username: 'Ada', password: 'sails in the harbour' }

/** Pages that visitors load. All others are loaded by a user. */
const ofVisitors = new Set(['landing page', '/games'])

/** Measures how the pages of a small demo world load on a slow phone, each with an empty cache. */
export async function pageLoad(): Promise<Measurement[]> {
  await using folder = await temporaryFolder()
  const PORT = String(await freePort())
  const ports = { PORT, ECONOMY_PORT: String(await freePort()) }
  const environment = { BASEPLATE_DATA: join(folder.path, 'data'), ...ports }
  await using _demo = await startServer(['demo/src/main.ts', '--small'], environment, / is at http/)
  await using browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const baseUrl = `http://localhost:${PORT}`
  const user = visitor(baseUrl)
  await user.post('/login', login)
  const measurements: Measurement[] = []
  for (const [name, path] of Object.entries(await pagesOf(user))) {
    const cookie = ofVisitors.has(name) ? undefined : user.cookie
    const seen = await repeated(loads, () => loadOnSlowPhone(browser, baseUrl + path, cookie))
    measurements.push(...measurementsOf(name, seen))
  }
  return measurements
}

function measurementsOf(page: string, seen: readonly PageLoad[]): Measurement[] {
  const of = (value: (load: PageLoad) => number) => median(seen.map(value))
  const atMost = (limit: number) => ({ target: { atMost: limit } })
  const scriptKb = of(({ scriptBytes }) => scriptBytes / 1000)
  const shift = of(({ shift }) => shift * 1000)
  return [
    figure(
      `${page}: script files`,
      of(({ scripts }) => scripts),
      'files',
      'limit',
      atMost(17),
    ),
    figure(`${page}: scripts`, scriptKb, 'KB', ''),
    figure(
      `${page}: largest contentful paint`,
      of(({ paintedMs }) => paintedMs),
      'ms',
      'limit',
      atMost(2_500),
    ),
    figure(`${page}: layout shift, in thousandths`, shift, '', 'limit', atMost(20)),
  ]
}

async function pagesOf(user: Person): Promise<Record<string, string>> {
  const read = async <Data>(path: string) => (await (await user.get(path)).json()) as Data
  type Named = { id: number; slug: string }
  const { places } = await read<{ places: (Named & { ownerUsername: string })[] }>('/games')
  const { assets } = await read<{ assets: Named[] }>('/catalog')
  const [place, asset] = [places[0], assets[0]]
  if (!place || !asset) throw new Error('the demo world is empty')
  return {
    'landing page': '/',
    '/games': '/games',
    'a place': `/place/${place.id}/${place.slug}`,
    '/catalog': '/catalog',
    'an item': `/catalog/${asset.id}/${asset.slug}`,
    'a profile': `/user/${place.ownerUsername}`,
    '/character': '/character',
    '/home': '/home',
  }
}
