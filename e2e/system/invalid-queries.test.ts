import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { borrowProduct } from '../support/borrowed-product.ts'
import { type Person, register } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'
import type { Product } from '../support/processes.ts'

describe('an invalid query', () => {
  let product: Product
  let founder: Person

  beforeAll(async () => {
    product = await borrowProduct()
    founder = await register(product.baseUrl, 'Founder')
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  const long = 'x'.repeat(101)

  test.each([
    ['/catalog?min=abc&max=5', 'Minimum price', 'abc'],
    [`/catalog?q=${long}`, 'Search items', long],
    [`/games?q=${long}`, 'Search games', long],
    [`/groups?q=${long}`, 'Search groups', long],
    [`/friends?q=${long}`, 'Search people by name', long],
    [`/search?q=${long}`, 'Search people, games, items, groups', long],
    [`/admin/banners?q=${long}`, 'Contains', long],
    [`/admin/audit?actor=${long}`, 'By (username)', long],
  ])('of %s has its message at the field, with what was typed', async (path, label, typed) => {
    const page = new PlainPage(founder, product.baseUrl)
    await page.open(path)
    expect(page.status).toBe(400)
    expect(page.errorAt(label)).not.toBe('')
    expect(page.valueOf(label)).toBe(typed)
  })

  test('leaves the other filters of the list in force', async () => {
    const page = new PlainPage(founder, product.baseUrl)
    await page.open('/catalog?min=abc&max=5')
    expect(page.names('main a')).toContain('Remove filter: up to ◈ 5')
    expect(page.valueOf('Maximum price')).toBe('5')
    expect(page.errorAt('Maximum price')).toBe('')
  })

  test.each(['/catalog?page=x', '/games?cursor=x', '/admin/audit?cursor=x'])(
    'of %s without a field is an error page',
    async (path) => {
      const page = new PlainPage(founder, product.baseUrl)
      await page.open(path)
      expect(page.status).toBe(400)
      expect(page.text('h1')).toBe('That didn’t work')
    },
  )

  test('is refused to programs', async () => {
    const response = await founder.get('/catalog?min=abc')
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: expect.any(String), codes: { min: expect.any(String) } },
    ])
  })
})
