import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Sample } from '@baseplate/client-api/classic/testing/sample'
import { samples } from '@baseplate/client-api/classic/testing/samples'
import { expect, test } from 'vitest'
import { startSiteServer } from '../testing/site-server.ts'

const hosts = ['localhost', 'api.games.example.org']
const cases: ((text: string) => string)[] = [
  (written) => written,
  (written) => written.toLowerCase(),
  (written) => written.toUpperCase(),
]

/** Returns the spellings of a path and its query that clients of different versions use. */
function spellingsOf(url: string): string[] {
  const [path = '', query] = url.split('?', 2)
  return cases.flatMap((cased) => {
    const end = query === undefined ? '' : `?${query.replaceAll(/(^|&)([^=&]*)/g, (name) => cased(name))}`
    return [path, path.replaceAll('/', '//')].map((slashed) => cased(slashed) + end)
  })
}

interface Asked {
  port: number
  host: string
  path: string
  /** Address of the client. Each sample has its own, because limits count calls by address. */
  client: string
}

function ask({ port, host, path, client }: Asked, { method = 'GET', headers, body = '' }: Sample) {
  const { promise, resolve, reject } =
    Promise.withResolvers<[number | undefined, string | undefined, string]>()
  const sent = request(
    {
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: {
        ...headers,
        Host: host,
        'X-Forwarded-For': client,
        'Content-Length': Buffer.byteLength(body),
      },
    },
    async (response) =>
      resolve([response.statusCode, response.headers['content-type'], await text(response)]),
  )
  sent.on('error', reject)
  sent.end(body)
  return promise
}

test('answers each classic call alike in every spelling and at every host, and never with a page', async () => {
  const pages: string[] = []
  const { port } = await startSiteServer({
    config: {
      Client: { Hosts: ['*.example.org'] },
      Flags: { FFlagOne: 'True' },
      TrustedProxies: ['127.0.0.1'],
    },
    pages: (asked, response) => {
      pages.push(asked.url ?? '')
      response.end('a page')
    },
    clientApi: 'real',
  })
  for (const [index, sample] of samples.entries()) {
    const { status = 200, type, response } = sample
    const expected = [status, type, typeof response === 'string' ? response : expect.stringMatching(response)]
    for (const host of hosts)
      for (const path of spellingsOf(sample.url)) {
        const client = `192.0.${Math.floor(index / 250)}.${(index % 250) + 1}`
        expect([host, path, ...(await ask({ port, host, path, client }, sample))]).toEqual([
          host,
          path,
          ...expected,
        ])
      }
  }
  expect(pages).toEqual([])
})
