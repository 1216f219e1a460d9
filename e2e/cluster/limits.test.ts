import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePlace } from '../support/game.ts'
import { type Person, password, register, visitor } from '../support/person.ts'
import { type Sites, startSites } from '../support/sites.ts'

/** More than any of the limits below. */
const attempts = 24

describe('limits on two sites', () => {
  let product: Sites
  let maker: Person
  beforeAll(async () => {
    product = await startSites(2, {
      BASEPLATE_CONFIG: resolve(import.meta.dirname, '../support/undrawn.config.ts'),
    })
    maker = await register(product.baseUrl, 'Maker')
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  const statusesOf = async (act: (index: number) => Promise<Response>) => {
    const answers = await Promise.all(Array.from({ length: attempts }, (_, index) => act(index)))
    return answers.map(({ status }) => status).toSorted()
  }
  const allowed = (count: number, status: number, refused: number) => [
    ...Array(count).fill(status),
    ...Array(attempts - count).fill(refused),
  ]

  test('are as high as on one site: wrong passwords', async () => {
    const person = await register(product.baseUrl, 'Forgetful')
    const wrong = () => visitor(product.baseUrl).post('/login', { username: 'Forgetful', password: 'wrong' })
    expect(await statusesOf(wrong)).toEqual(allowed(10, 400, 429))
    const right = { username: 'Forgetful', password }
    for (const { baseUrl } of product.sites)
      expect((await visitor(baseUrl).post('/login', right, { origin: product.baseUrl })).status).toBe(429)
    expect((await person.get('/home')).status).toBe(200)
  })

  test('are as high as on one site: comments', async () => {
    const { path } = await makePlace(maker, 'A place')
    const comment = () => maker.post(`${path}?/comment`, { content: 'Hello' })
    const statuses = await statusesOf(comment)
    expect(statuses.filter((status) => status === 429)).toHaveLength(attempts - 5)
  })

  test('are as high as on one site: posts', async () => {
    const post = (index: number) => maker.post('/user/maker?/post', { content: `Post ${index}` })
    const statuses = await statusesOf(post)
    expect(statuses.filter((status) => status === 429)).toHaveLength(attempts - 10)
  })

  test('requests are spread over both sites', () => {
    for (const site of product.sites) expect(site.output()).toContain('"path":"/login"')
  })
})
