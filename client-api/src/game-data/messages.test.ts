import { expect, test } from 'vitest'
import { startServedData } from '../testing/served-data.ts'

const problem = (code: string, more: object = {}) => ({ code, message: expect.any(String), ...more })

async function startMessages() {
  const served = await startServedData()
  const { ask, serverTicket } = served
  const authorized = { AccessKey: serverTicket }
  const post = async (topic: string, body: string, headers: Record<string, string> = authorized) => {
    const response = await ask(`/api/server/messages/${topic}`, { method: 'POST', headers, body })
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
  }
  /** Opens a stream, and returns a function that resolves with its text once that has a part. */
  const listen = async (query: string, headers: Record<string, string> = {}) => {
    const leaving = new AbortController()
    const response = await ask(`/api/server/messages?${query}`, {
      headers: { ...authorized, ...headers },
      signal: leaving.signal,
    })
    expect(response.headers.get('Content-Type')).toBe('text/event-stream')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const until = async (part: string) => {
      while (!text.includes(part)) {
        const read = await reader?.read()
        if (!read || read.done) throw new Error(`the stream ended: ${text}`)
        text += read.value
      }
      return text
    }
    return { until, leave: () => leaving.abort() }
  }
  return { ...served, post, listen }
}

test('a message reaches a stream with its id, its topic, and its JSON in lines', async () => {
  const { post, listen } = await startMessages()
  const { until, leave } = await listen('topics=News')
  const sent = await post('News', '{\n  "winner": 12345678901234567890 }')
  expect([sent.status, sent.body]).toEqual([200, { id: expect.stringMatching(/^\d+$/) }])
  const text = await until('winner')
  expect(text).toContain(
    `id: ${sent.body.id}\nevent: News\ndata: {\ndata:   "winner": 12345678901234567890 }\n\n`,
  )
  leave()
})

test('topics have commas and other characters, when these are percent-encoded', async () => {
  const { post, listen } = await startMessages()
  const { until, leave } = await listen('topics=a%2Cb,%C3%A9%20%2F')
  await post('a', '"not heard"')
  await post('a%2Cb', '1')
  await post('%C3%A9%20%2F', '2')
  const text = await until('event: é /\ndata: 2\n\n')
  expect(text).toContain('event: a,b\ndata: 1\n\n')
  expect(text).not.toContain('not heard')
  leave()
})

test.each([
  ['after', (id: string) => ['topics=News', { after: id }] as const],
  ['Last-Event-ID', (id: string) => ['topics=News', { header: id }] as const],
])('a stream continues after the message that %s names', async (_, from) => {
  const { post, listen } = await startMessages()
  const first = await post('News', '1')
  await post('News', '2')
  const [query, { after, header }] = from(first.body.id) as [string, { after?: string; header?: string }]
  const { until, leave } = await listen(
    after === undefined ? query : `${query}&after=${after}`,
    header === undefined ? {} : { 'Last-Event-ID': header },
  )
  const text = await until('data: 2\n\n')
  expect(text).not.toContain('data: 1')
  leave()
})

test.each([
  ['a body that is no JSON', 'News', 'hello', 400, 'data.not_json'],
  ['an empty body', 'News', '', 400, 'data.not_json'],
  ['a message of more than 1,024 bytes', 'News', `"${'é'.repeat(512)}"`, 413, 'data.too_large'],
  ['a topic of more than 50 characters', 'a'.repeat(51), '1', 400, 'data.topic_invalid'],
  ['a topic with a control character', 'a%0Ab', '1', 400, 'data.topic_invalid'],
  ['a topic that is not percent-encoded', 'a%ZZ', '1', 400, 'data.name_invalid'],
])('%s is refused', async (_, topic, body, status, code) => {
  const { post } = await startMessages()
  const refused = await post(topic, body)
  expect([refused.status, refused.body]).toMatchObject([status, { code }])
})

test.each([
  ['no topics', '', 'data.topics_invalid'],
  [
    'more than 20 topics',
    `topics=${Array.from({ length: 21 }, (_, at) => at).join(',')}`,
    'data.topics_invalid',
  ],
  ['an empty topic', 'topics=a,,b', 'data.topic_invalid'],
  ['a topic that is not percent-encoded', 'topics=%ZZ', 'data.topic_invalid'],
  ['an id that is no number', 'topics=a&after=x', 'input.request_invalid'],
])('a stream of %s is refused', async (_, query, code) => {
  const { ask, serverTicket } = await startMessages()
  const response = await ask(`/api/server/messages?${query}`, { headers: { AccessKey: serverTicket } })
  expect([response.status, await response.json()]).toMatchObject([400, { code }])
})

test('a message of 1,024 bytes is sent', async () => {
  const { post } = await startMessages()
  expect((await post('News', `"${'a'.repeat(1_022)}"`)).status).toBe(200)
})

test('only game servers send and follow messages', async () => {
  const { ask, post } = await startMessages()
  const stranger = { AccessKey: 'a'.repeat(32) }
  const sent = await post('News', '1', stranger)
  const followed = await ask('/api/server/messages?topics=News', { headers: stranger })
  expect([sent.status, followed.status]).toEqual([400, 400])
})

test('a server has 600 messages a minute and 240 more for its player', async () => {
  const { post } = await startMessages()
  const first = await post('News', '1')
  expect(first.headers.get('RateLimit-Policy')).toBe('"messages";q=840;w=60')
  for (let left = 838; left > 0; left -= 120)
    await Promise.all(Array.from({ length: Math.min(120, left) }, () => post('News', '1')))
  expect((await post('News', '1')).status).toBe(200)
  const refused = await post('News', '1')
  expect([refused.status, refused.body]).toMatchObject([429, problem('data.budget')])
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
})
