import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { borrowOn, embedded } from '../support/databases.ts'
import { makePlace } from '../support/game.ts'
import { type Person, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

interface Posts {
  posts: { id: string; visibility: string; content: { text: string }[]; author: { username: string } }[]
  postsNext: string | null
}

describe.each(embedded)('posts, styling and home on %s', (kind) => {
  let product: Product
  let moderator: Person
  let author: Person
  let reader: Person

  beforeAll(async () => {
    product = await borrowOn(kind)
    moderator = await register(product.baseUrl, 'Maud')
    author = await register(product.baseUrl, 'Author')
    reader = await register(product.baseUrl, 'Reader')
    await reader.post('/user/author?/follow')
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  const postsOf = async (viewer: Person, path = '/user/author') =>
    (await (await viewer.get(path)).json()) as Posts
  const textsOf = async (viewer: Person, path?: string) =>
    (await postsOf(viewer, path)).posts.map(({ content }) => content[0]?.text)

  test('returns the documented fields when a post is written, edited and deleted', async () => {
    const written = await author.post('/user/author?/post', { content: 'First words' })
    expect(written.status).toBe(302)
    const [path, id = ''] = written.headers.get('location')?.split('#post-') ?? []
    expect(path).toBe('/user/Author')
    const [post] = (await postsOf(reader)).posts
    expect(post).toEqual({
      id,
      created: expect.any(Number),
      content: [{ id: `${id}-1`, text: 'First words', updated: expect.any(Number) }],
      visibility: 'Visible',
      answerTo: null,
      answers: 0,
      likes: 0,
      liked: false,
      author: {
        id: expect.any(String),
        username: 'Author',
        portrait: expect.toBeOneOf([null, expect.any(String)]),
      },
    })
    expect((await author.post('/user/author?/editpost', { id, content: 'Second thoughts' })).status).toBe(204)
    expect((await postsOf(reader)).posts[0]?.content.map(({ text }) => text)).toEqual([
      'Second thoughts',
      'First words',
    ])
    expect(await textsOf(reader, '/home')).toEqual(['Second thoughts'])

    expect((await author.post('/user/author?/deletepost', { id })).status).toBe(204)
    for (const viewer of [author, reader, moderator]) expect(await textsOf(viewer)).toEqual([])
    expect(await textsOf(reader, '/home')).toEqual([])
  })

  test('hides a post that a moderator removed from others, at every address and in every format', async () => {
    const written = await author.post('/user/author?/post', { content: 'Unkind-words' })
    const id = written.headers.get('location')?.split('#post-')[1] ?? ''
    const removed = await moderator.post('/user/author?/deletepost', { id, reason: 'Insults' })
    expect(removed.status).toBe(204)
    for (const path of ['/user/author', '/home']) {
      for (const accept of ['application/json', 'text/html']) {
        expect(await (await reader.get(path, accept)).text()).not.toContain('Unkind-words')
      }
    }
    expect((await postsOf(author)).posts[0]).toMatchObject({
      visibility: 'Moderated',
      removalReason: 'Insults',
    })
    expect((await moderator.post('/user/author?/restorepost', { id })).status).toBe(204)
    expect(await textsOf(reader)).toEqual(['Unkind-words'])
  })

  test('removes the text of a profile at every address and in every format, and restores it', async () => {
    await author.post('/settings?/profile', { description: 'Unkind-profile', theme: 'Dark' })
    const part = { part: 'description' }
    const refused = await reader.post('/user/author?/removetext', { ...part, reason: 'Insults' })
    expect(refused.status).toBe(403)
    const removed = await moderator.post('/user/author?/removetext', { ...part, reason: 'Insults' })
    expect(removed.status).toBe(204)
    for (const accept of ['application/json', 'text/html'])
      expect(await (await reader.get('/user/author', accept)).text()).not.toMatch(/Unkind-profile|Insults/)
    expect(await (await author.get('/user/author', 'text/html')).text()).toContain('Reason: Insults')
    expect(await (await moderator.get('/user/author', 'text/html')).text()).toContain('Restore profile text')
    expect((await moderator.post('/user/author?/restoretext', part)).status).toBe(204)
    expect(await (await reader.get('/user/author', 'text/html')).text()).toContain('Unkind-profile')
  })

  test('saves styling, serves it confined at an immutable address, and previews it without saving', async () => {
    const css = 'body{color:red} p{background:url(https://evil.example/a.png)}'
    expect((await author.post('/settings?/styling', { css: 'p{color:red}' })).status).toBe(200)
    const styling = async (viewer: Person, query = '') =>
      (
        (await (await viewer.get(`/user/author${query}`)).json()) as {
          styling: { stylesheet: string | null }
        }
      ).styling
    const { stylesheet } = await styling(reader)
    const away = await visitor(product.baseUrl).get(stylesheet ?? '', 'text/css')
    expect(away.headers.get('location')).toBe('/login')
    const answer = await reader.get(stylesheet ?? '', 'text/css')
    expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(await answer.text()).toMatch(/^\.profile-\w+\.profile-\w+ p\{color:red\}\n$/)
    expect(await styling(reader, '?styling=off')).toMatchObject({ stylesheet: null })
    // Moderators see profiles without styling, so that it cannot hide a post from them.
    expect(await styling(moderator)).toMatchObject({ stylesheet: null, mode: 'off' })

    const preview = await author.post('/settings?/previewstyling', { css })
    expect(await preview.json()).toMatchObject({
      dropped: [{ line: 1, reason: 'External files aren’t loaded', code: 'styling.address' }],
    })
    expect(await styling(reader, '?styling=draft')).toEqual(await styling(reader))
    expect((await styling(author, '?styling=draft')).stylesheet).not.toBe(stylesheet)
    expect((await (await author.get('/settings')).json()) as object).toMatchObject({ css: 'p{color:red}' })
  })

  test('lists friends who can be joined on the home page, and none in places closed to the user', async () => {
    await reader.post('/user/author?/request')
    await author.post('/user/reader?/accept')
    const friendsPlaying = async () =>
      ((await (await reader.get('/home')).json()) as { friendsPlaying: object[] }).friendsPlaying
    expect(await friendsPlaying()).toEqual([])
    const place = await makePlace(author, 'Harbour')
    const { ticket } = (await (await author.post(`${place.path}?/join`)).json()) as { ticket: string }
    await fetch(`${product.baseUrl}/game/join?ticket=${ticket}`)
    expect(await friendsPlaying()).toMatchObject([{ username: 'Author', playing: { name: 'Harbour' } }])
    await author.post(`${place.path}/settings?/privacy`, { privateServer: 'true' })
    expect(await friendsPlaying()).toEqual([])
    expect(await (await reader.get('/home', 'text/html')).text()).not.toContain('Harbour')
  })
})
