import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { borrowProduct } from '../support/borrowed-product.ts'
import { startConfigured } from '../support/configured.ts'
import { register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

const guide = '/develop/first-game'
const linking = ['/develop', '/games/create']

describe('a platform with the engine Minetest', () => {
  let product: Product

  beforeAll(async () => {
    product = await startConfigured({ Engine: 'minetest', Gameservers: { Hosting: 'Selfhosted' } })
  })

  afterAll(() => product.stop())

  test('sends a template with game.conf at its top', async () => {
    const response = await fetch(`${product.baseUrl}${guide}/template.zip`)
    expect(response.headers.get('content-type')).toBe('application/zip')
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    expect(strFromU8(files['game.conf'] ?? new Uint8Array())).toContain('title = My first game')
  })

  test('leads makers without games to their first one', async () => {
    const maker = await register(product.baseUrl, 'Maker')
    for (const path of linking) expect(await (await maker.get(path, 'text/html')).text()).toContain(guide)
    const page = await maker.get(guide, 'text/html')
    expect(await page.text()).toContain(`${guide}/template.zip`)
  })
})

test('a platform with the classic engine has no template', async () => {
  const { baseUrl } = await borrowProduct()
  const maker = await register(baseUrl, 'Classic')
  for (const path of [guide, `${guide}/template.zip`]) expect((await maker.get(path)).status).toBe(404)
  for (const path of linking) expect(await (await maker.get(path, 'text/html')).text()).not.toContain(guide)
})
