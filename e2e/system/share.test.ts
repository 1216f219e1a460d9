import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePlace, type Place } from '../support/game.ts'
import { type Person, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { startProduct } from '../support/product.ts'

let product: Product
let maker: Person
let place: Place
let stranger: Person

beforeAll(async () => {
  product = await startProduct()
  maker = await register(product.baseUrl, 'Maker')
  place = await makePlace(maker, 'Ships & "Storms"')
  stranger = visitor(product.baseUrl)
})

afterAll(() => product.stop())

const share = () => `/share/${place.id}`

/** Returns the contents of a page's meta elements, by their name or property. */
async function headOf(path: string): Promise<Map<string, string>> {
  const page = await (await stranger.get(path, 'text/html')).text()
  const metas = page.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)
  return new Map(
    [...metas].map(([, name = '', content = '']) => [
      name,
      content.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ]),
  )
}

test('a game’s public page describes it to visitors and to previews of its link', async () => {
  const page = await stranger.get(share())
  expect(page.status).toBe(200)
  expect(await page.json()).toMatchObject({ id: place.id, name: 'Ships & "Storms"', playerCount: 0 })
  const head = await headOf(share())
  expect(Object.fromEntries(head)).toMatchObject({
    'og:title': 'Ships & "Storms"',
    'og:url': `${product.baseUrl}${share()}`,
    'og:site_name': 'Baseplate',
    'og:image': expect.stringContaining(`${product.baseUrl}${share()}/picture.jpg`),
    'twitter:card': 'summary_large_image',
  })
})

test.each(['%baseplate.head%', '%baseplate.theme%'])('a game may be called %s', async (name) => {
  const { id } = await makePlace(maker, name)
  const page = await (await stranger.get(`/share/${id}`, 'text/html')).text()
  expect(page).toContain(`content="Play ${name} on Baseplate."`)
  const [head = ''] = page.split('<body')
  expect(head).toMatch(
    /<link rel="manifest" href="\/manifest.webmanifest" \/>(<link href="\/texts\/[^>]*>){2}\s*<\/head>/,
  )
})

test('the picture of a preview is a JPEG, before and after the maker uploads one', async () => {
  const addressOfPicture = async () =>
    ((await (await stranger.get(share())).json()) as { picture: string }).picture
  const generated = await addressOfPicture()
  const blue = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer()
  const added = await maker.upload(
    `${place.path}/settings?/addthumbnail`,
    'picture',
    new Blob([new Uint8Array(blue)]),
  )
  expect(added.status, await added.text()).toBe(200)
  const uploaded = await addressOfPicture()
  expect(uploaded).not.toBe(generated)
  const response = await fetch(uploaded)
  expect([response.headers.get('content-type'), response.headers.get('set-cookie')]).toEqual([
    'image/jpeg',
    null,
  ])
  const picture = sharp(Buffer.from(await response.arrayBuffer()))
  expect(await picture.metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  const { dominant } = await picture.stats()
  expect(dominant.b).toBeGreaterThan(dominant.r + 100)
  const small = sharp(
    await (await fetch(`${product.baseUrl}${share()}/picture.jpg?size=100x100`)).arrayBuffer(),
  )
  expect(await small.metadata()).toMatchObject({ format: 'jpeg', width: 100, height: 100 })
  const before = await fetch(generated)
  expect([before.status, before.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test('oEmbed describes the link of a game and of its own page, and no other link', async () => {
  const ask = (url: string, more = '') => stranger.get(`/oembed?url=${encodeURIComponent(url)}${more}`, '*/*')
  for (const path of [share(), place.path]) {
    const answer = await ask(product.baseUrl + path)
    expect(await answer.json()).toMatchObject({
      version: '1.0',
      type: 'link',
      title: 'Ships & "Storms"',
      author_name: 'Maker',
      thumbnail_width: 1200,
    })
  }
  const small = await ask(product.baseUrl + share(), '&maxwidth=400')
  expect(await small.json()).not.toHaveProperty('thumbnail_url')
  expect((await ask(`https://elsewhere.example${share()}`)).status).toBe(404)
  const xml = await ask(product.baseUrl + share(), '&format=xml')
  expect(xml.status).toBe(501)
  expect(await xml.json()).toEqual({ message: 'The only format is json', code: 'site.only_json' })
})

test('search engines learn of public games only', async () => {
  const robots = await (await stranger.get('/robots.txt', '*/*')).text()
  expect(robots).toContain(`Sitemap: ${product.baseUrl}/sitemap.xml`)
  const hidden = await makePlace(maker, 'Hidden')
  await maker.post(`${hidden.path}/settings?/privacy`, { privateServer: 'true' })
  const sitemap = await (await stranger.get('/sitemap.xml', '*/*')).text()
  expect(sitemap).toContain(`<loc>${product.baseUrl}${share()}</loc>`)
  expect(sitemap).not.toContain(`/share/${hidden.id}<`)
  const part = String(hidden.id).slice(0, 2)
  expect(await (await stranger.get(`/sitemap.xml?part=${part}`, '*/*')).text()).not.toContain(
    `/share/${hidden.id}<`,
  )
  expect((await stranger.get(`/share/${hidden.id}`)).status).toBe(404)
  expect((await stranger.get(`/share/${hidden.id}/picture.jpg`)).status).toBe(404)
})

test('feeds have public games, and the posts of authors who offer them, without a session', async () => {
  const hidden = await makePlace(maker, 'Hidden')
  await maker.post(`${hidden.path}/settings?/privacy`, { privateServer: 'on' })
  expect(await (await stranger.get('/games', 'text/html')).text()).toContain('href="/feeds/games.atom"')
  const games = await stranger.get('/feeds/games.atom', '*/*')
  expect([games.headers.get('content-type'), games.headers.get('set-cookie')]).toEqual([
    'application/atom+xml; charset=utf-8',
    null,
  ])
  const text = await games.text()
  expect(text).toContain(`<link href="${product.baseUrl}${share()}"/>`)
  expect(text).toContain('<title>Ships &amp; &quot;Storms&quot;</title>')
  expect(text).not.toContain('Hidden')
  const known = { 'if-none-match': games.headers.get('etag') ?? '' }
  expect((await fetch(`${product.baseUrl}/feeds/games.atom`, { headers: known })).status).toBe(304)
  expect((await stranger.get('/feeds/items.atom', '*/*')).status).toBe(200)

  await maker.post('/user/Maker?/post', { content: 'We set sail' })
  const posts = () => stranger.get('/feeds/users/Maker.atom', '*/*')
  expect((await posts()).status).toBe(404)
  await maker.post('/settings/privacy?/update', { postFeed: 'Everybody' })
  expect(await (await posts()).text()).toContain('<title>We set sail</title>')
  const profile = await (await maker.get('/user/Maker', 'text/html')).text()
  expect(profile).toContain('href="/feeds/users/Maker.atom"')
})

test('the manifest has the platform’s name and icons', async () => {
  const manifest = (await (await stranger.get('/manifest.webmanifest', '*/*')).json()) as {
    name: string
    icons: { src: string }[]
  }
  expect(manifest.name).toBe('Baseplate')
  expect((await stranger.get(manifest.icons[0]?.src ?? '', '*/*')).status).toBe(200)
})

test('Play on a public page leads visitors through registration to the game', async () => {
  const played = await stranger.post(`${share()}?/play`, {}, { accept: 'text/html' })
  expect([played.status, played.headers.get('location')]).toEqual([302, '/register'])
  const form = await (await stranger.get('/register', 'text/html')).text()
  expect(form).toContain('Create an account to play Ships &amp; "Storms"')
  const fields = {
    username: 'Newcomer',
    password: 'four random words here',
    cpassword: 'four random words here',
  }
  const registered = await stranger.post('/register?/register', fields)
  expect([registered.status, registered.headers.get('location')]).toEqual([302, place.path])
  expect((await stranger.get(place.path)).status).toBe(200)
})
