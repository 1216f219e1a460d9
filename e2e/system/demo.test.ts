import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { visitor } from '../support/person.ts'
import { cutOff, runToEnd, startProduct } from '../support/product.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const program = ['demo/src/main.ts', '--small']

test('rebuilds an interrupted demo world, which has players and a consistent ledger', async () => {
  const BASEPLATE_DATA = join(await temporaryFolder(), 'data')
  const unfinished = `${BASEPLATE_DATA}.unfinished`
  await cutOff(program, { BASEPLATE_DATA, ECONOMY_PORT: String(await freePort()) }, 'Registering people')
  await access(unfinished)
  await expect(access(BASEPLATE_DATA)).rejects.toThrow('ENOENT')

  const demo = await startProduct({ BASEPLATE_DATA }, { program, timeoutMs: 300_000 })
  try {
    const somebody = visitor(demo.baseUrl)
    expect(
      (await somebody.post('/login', { username: 'Harbourmaster', password: 'sails in the harbour' })).status,
    ).toBe(302)
    const playing = async () => {
      const { places } = (await (await somebody.get('/games')).json()) as {
        places: { playerCount: number }[]
      }
      return { games: places.length, players: places.reduce((sum, place) => sum + place.playerCount, 0) }
    }
    await expect.poll(playing, { timeout: 60_000 }).toEqual({ games: 6, players: 8 })
    const { assets } = (await (await somebody.get('/catalog')).json()) as { assets: unknown[] }
    expect(assets.length).toBeGreaterThan(10)
    const attention = async () =>
      ((await (await somebody.get('/admin')).json()) as { attention: unknown[] }).attention
    // The render of the broken item fails after a few attempts.
    await expect.poll(attention, { timeout: 90_000 }).toEqual([
      { what: 'reports', count: 3 },
      { what: 'assets', count: 12 },
      { what: 'appeals', count: 1 },
      { what: 'itemappeals', count: 1 },
      { what: 'renders', count: 1 },
      { what: 'backup', count: null },
    ])
    // Metrics cover the first day, including the pages that have been served by now.
    const { figures } = (await (await somebody.get('/admin?range=year')).json()) as {
      figures: { figures: { name: string; lines: { points: unknown[] }[] }[] }
    }
    const short = figures.figures.filter(({ lines }) => lines.some(({ points }) => points.length < 5))
    expect(short.map(({ name }) => name)).toEqual(['requests'])
  } finally {
    expect(await demo.stop()).toBe(0)
  }
  await expect(access(unfinished)).rejects.toThrow('ENOENT')
  expect(await runToEnd('verify', { BASEPLATE_DATA })).toMatchObject({ code: 0 })
})
