import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { borrowCounting } from '../support/borrowed-product.ts'
import { makePlace } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import { PlainPage } from '../support/plain-page.ts'
import type { Product } from '../support/processes.ts'

describe('a form of a browser without scripts', () => {
  let product: Product
  let maker: Person

  beforeAll(async () => {
    product = await borrowCounting()
    await register(product.baseUrl, 'Founder')
    maker = await register(product.baseUrl, 'Maker')
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  const sendPlainly = (path: string, fields: Record<string, string>, referer = path) =>
    maker.post(path, fields, {
      accept: 'text/html',
      origin: product.baseUrl,
      referer: new URL(referer, product.baseUrl).href,
    })

  test('leads back to its page, so that a reload does not repeat the action', async () => {
    const place = await makePlace(maker, 'Reloaded')
    const shown = `${place.path}?tab=comments`
    const sent = await sendPlainly(`${place.path}?/comment`, { content: 'Once' }, shown)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, shown])
    const page = new PlainPage(maker, product.baseUrl)
    await page.open(shown)
    expect(page.text('main')).toContain('Once')
  })

  test('shows its message once', async () => {
    const page = new PlainPage(maker, product.baseUrl)
    await page.open('/settings')
    await page.submit('Save changes', { 'About you': 'Plain' })
    expect(page.path).toBe('/settings')
    expect(page.text('form')).toContain('Profile saved')
    await page.open('/settings')
    expect(page.text('form')).not.toContain('Profile saved')
  })

  test('stays on its response if it was refused', async () => {
    const response = await sendPlainly('/settings?/profile', { theme: 'nonsense' })
    expect(response.status).toBe(400)
  })

  test('does not lead to another site', async () => {
    const place = await makePlace(maker, 'Lured')
    const sent = await sendPlainly(`${place.path}?/comment`, { content: 'Hi' }, 'https://elsewhere.example/x')
    expect([sent.status, sent.headers.get('location')]).toEqual([303, place.path])
  })

  test('of a program gets what it got before', async () => {
    const place = await makePlace(maker, 'Programmed')
    expect((await maker.post(`${place.path}?/comment`, { content: 'By program' })).status).toBe(204)
  })
})
