import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { borrowProduct } from '../support/borrowed-product.ts'
import { makePlace } from '../support/game.ts'
import { type Person, password, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

/** More than any of the limits below. */
const attempts = 24

describe('limits on two sites', () => {
  let product: Product
  let maker: Person
  beforeAll(async () => {
    product = await borrowProduct()
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
    for (const siteUrl of product.siteUrls)
      expect((await visitor(siteUrl).post('/login', right, { origin: product.baseUrl })).status).toBe(429)
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

  test('are as high as on one site, but for a batch of each: constant calls', async () => {
    const call = async () => (await fetch(`${product.baseUrl}/Game/KeepAlivePinger.ashx`)).status
    let allowed = 0
    for (let turn = 0; turn < 40; turn++) {
      const statuses = await Promise.all(Array.from({ length: 25 }, call))
      allowed += statuses.filter((status) => status === 200).length
      expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
    }
    expect(allowed).toBeGreaterThanOrEqual(600)
    // Calls go on while a site learns about the count of the other one.
    expect(allowed).toBeLessThan(720)
  })

  test('requests are spread over both sites', async () => {
    const answered = () =>
      Promise.all(
        product.siteUrls.map(async (siteUrl) => {
          const metrics = await (await fetch(`${siteUrl}/metrics`)).text()
          return Number(
            /^baseplate_requests_total\{route="\/login",status="200"\} (\d+)$/m.exec(metrics)?.[1],
          )
        }),
      )
    // A site counts a request when it has sent the whole answer.
    const visit = async (siteUrl: string) => void (await (await fetch(`${siteUrl}/login`)).text())
    for (const siteUrl of product.siteUrls) await visit(siteUrl)
    await expect.poll(answered).not.toContain(Number.NaN)
    const before = await answered()
    for (let request = 0; request < 4; request++) await visit(product.baseUrl)
    const counted = async () => (await answered()).map((count, site) => count - (before[site] ?? 0))
    await expect.poll(counted).toEqual([2, 2])
  })
})
