import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { sendAtom, writeAtom } from './atom.ts'

const feed = (text: string) => ({
  baseUrl: 'https://games.example',
  path: '/feeds/users/Anna.atom',
  page: '/user/Anna',
  title: text,
  author: 'Anna',
  entries: [
    {
      key: 'post/1',
      title: text,
      path: '/user/Anna/post/1',
      author: null,
      text,
      created: 0,
      updated: 86_400_000,
    },
  ],
})

/** Returns the texts of the elements with this name. @throws when it is not XML */
function textsIn(xml: string, name: string): string[] {
  const found: string[] = []
  const parser = new SaxesParser()
  let inside = false
  parser.on('opentag', (tag) => {
    inside = tag.name === name
    if (inside) found.push('')
  })
  parser.on('text', (text) => {
    if (inside) found[found.length - 1] += text
  })
  parser.on('closetag', () => {
    inside = false
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return found
}

test.each(['<script>&"]]>', 'Wände 😀', 'two\nlines'])('writes %j as text of valid XML', (text) => {
  const xml = writeAtom(feed(text))
  expect(textsIn(xml, 'title')).toEqual([text, text])
  expect(textsIn(xml, 'content')).toEqual([text])
})

test('replaces characters that XML does not allow', () => {
  expect(textsIn(writeAtom(feed('a\u0000\u001b\ufffe\ud800b')), 'content')).toEqual([
    'a\ufffd\ufffd\ufffd\ufffdb',
  ])
})

test('gives entries permanent ids and both of their times', () => {
  const xml = writeAtom(feed('x'))
  expect(textsIn(xml, 'id')).toEqual([
    'https://games.example/feeds/users/Anna.atom',
    'tag:games.example,1970-01-01:post/1',
  ])
  expect(textsIn(xml, 'published')).toEqual(['1970-01-01T00:00:00.000Z'])
  expect(textsIn(xml, 'updated')).toEqual(['1970-01-02T00:00:00.000Z', '1970-01-02T00:00:00.000Z'])
})

test('sends a feed again only after a change', async () => {
  const ask = (text: string, known = '') =>
    sendAtom(new Request('https://games.example', { headers: { 'if-none-match': known } }), feed(text))
  const first = ask('x')
  const etag = first.headers.get('etag') ?? ''
  expect([first.status, first.headers.get('content-type')]).toEqual([
    200,
    'application/atom+xml; charset=utf-8',
  ])
  expect([ask('x', etag).status, ask('y', etag).status]).toEqual([304, 200])
})
