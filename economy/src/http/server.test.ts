import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { startService, temporaryLedger } from '../testing/service.ts'

const MAX = '18446744073709551615'

const transact = { From: 'user:1', To: 'user:2', Amount: 5, Note: 'for a hat' }
const burn = { From: 'user:1', Amount: 5, Note: 'a hat', Link: '/catalog/1/hat' }
const mint = { To: 'user:1', Amount: 5, Note: 'prize' }

describe('answers', () => {
  test('a scenario of every kind of request', async () => {
    const { client } = await startService()
    expect(await client.get('/health')).toBe('200 OK')
    expect(await client.get('/currentStipend')).toBe('200 10000000')
    expect(await client.get('/balance/user:1')).toBe('200 0')
    expect(await client.get('/transactions/user:1')).toBe('200 []')
    expect(await client.post('/stipend/user:1')).toBe('200')
    expect(await client.post('/stipend/user:1')).toBe('400 Next stipend not available yet')
    expect(await client.post('/mint', { To: 'user:1', Amount: 100, Note: 'prize' })).toBe('200')
    expect(await client.post('/transact', { ...transact, Fee: 0.1, Amount: 19, Link: '/x' })).toBe('200')
    expect(await client.post('/burn', { ...burn, Returns: { 'asset-1': 2 } })).toBe('200')
    expect(await client.get('/balance/user%3A1')).toBe('200 10000076')
    // 10% of 19 is 1.9, rounded down to 1.
    expect(await client.get('/balance/user:2')).toBe('200 18')
    const [burnt, sent, minted, stipend] = await client.json('/transactions/user:1')
    expect(burnt).toMatchObject({ Type: 'Burn', ...burn, Returns: { 'asset-1': 2 } })
    expect(burnt).not.toHaveProperty('To')
    expect(sent).toMatchObject({ Type: 'Transaction', ...transact, Amount: 19, Fee: 0.1, Link: '/x' })
    expect(minted).toMatchObject({ Type: 'Mint', To: 'user:1', Amount: 100, Note: 'prize' })
    expect(minted).not.toHaveProperty('From')
    expect(stipend).toMatchObject({ Type: 'Mint', To: 'user:1', Amount: 10000000, Note: 'Stipend' })
    expect(stipend?.Id).toMatch(/^.{15}$/)
    expect(Math.abs(Number(stipend?.Time) - Date.now())).toBeLessThan(60_000)
  })

  test.each([
    ['/transact', { ...transact, Amount: 0, From: '' }, 'transaction must have an amount or returns'],
    ['/transact', { ...transact, Returns: {}, Amount: 0 }, 'transaction must have an amount or returns'],
    ['/transact', { ...transact, From: '', To: '' }, 'transaction must have a sender'],
    ['/transact', { To: 'user:2', Amount: 1, Note: 'x' }, 'transaction must have a sender'],
    ['/transact', { ...transact, To: '', Note: '' }, 'transaction must have a recipient'],
    ['/transact', { ...transact, To: 'user:1', Note: '' }, 'circular transaction: user:1 -> user:1'],
    ['/transact', { ...transact, Note: '', Amount: 50 }, 'transaction must have a note'],
    [
      '/transact',
      { ...transact, Amount: 11_000_000, Returns: { 'asset-1': 1 } },
      'insufficient balance: balance was 0.000010 unit, at least 11.000000 unit is required',
    ],
    ['/transact', { ...transact, Returns: { 'asset-1': 1 } }, 'insufficient asset quantity'],
    ['/mint', { Note: '' }, 'mint must have an amount'],
    ['/mint', { Amount: 1, Note: '' }, 'mint must have a recipient'],
    ['/mint', { ...mint, Note: '' }, 'mint must have a note'],
    ['/burn', { ...burn, Amount: 0, From: '' }, 'burn must have an amount'],
    ['/burn', { ...burn, From: '', Note: '' }, 'burn must have a sender'],
    [
      '/burn',
      { From: 'user:1', Amount: 11 },
      'insufficient balance: balance was 0.000010 unit, at least 0.000011 unit is required',
    ],
    ['/burn', { ...burn, Note: '', Link: '' }, 'burn must have a note'],
    ['/burn', { ...burn, Link: '' }, 'burn must have a link'],
    [
      '/transact',
      { ...transact, From: 'a b' },
      'invalid user identifier: it contains white space or a control character',
    ],
    ['/mint', { ...mint, To: 'é'.repeat(65) }, 'invalid user identifier: it is longer than 128 bytes'],
    ['/mint', { ...mint, To: 5 }, 'To must be a string'],
    ['/mint', { ...mint, Note: null }, 'Note must be a string'],
    ['/transact', { ...transact, Returns: [] }, 'Returns must be an object of asset keys and quantities'],
    ['/transact', { ...transact, Returns: { hat: 1 } }, 'Returns must have keys like asset-1, not "hat"'],
    ['/mint', '[]', 'body must be a JSON object'],
    ['/mint', '1.5', 'body must be a JSON object'],
    ['/mint', 'null', 'body must be a JSON object'],
  ])('%s %j is refused: %s', async (path, body, message) => {
    const { client, ledgerFile } = await startService()
    await client.mint('user:1', 10)
    const before = readFileSync(ledgerFile, 'utf8')
    expect(await client.post(path, body)).toBe(`400 ${message}`)
    expect(readFileSync(ledgerFile, 'utf8')).toBe(before)
    expect(await client.get('/balance/user:1')).toBe('200 10')
  })

  test.each([
    '-1',
    '-0',
    '1.0',
    '1.5',
    '1e3',
    '"5"',
    'true',
    'null',
    '[]',
    '{}',
    '18446744073709551616',
    '1e-1',
  ])('the amount %s is refused', async (amount) => {
    const { client } = await startService()
    expect(await client.mint('user:1', amount)).toBe(`400 Amount must be an integer from 0 to ${MAX}`)
  })

  test.each([-0.1, 1, 1.5, 0.0000001, 0.1234567, '0.10000000000000000001', '"0.1"', null])(
    'the fee %s is refused',
    async (fee) => {
      const { client } = await startService()
      await client.mint('user:1', 10)
      const body = `{"From":"user:1","To":"user:2","Amount":5,"Note":"x","Fee":${fee}}`
      expect(await client.post('/transact', body)).toBe(
        '400 Fee must be at least 0 and below 1, with at most six decimals',
      )
    },
  )

  test.each(['', '{', '{"To":}', 'Mint', '\ufeff{}'])('the body %j is refused', async (body) => {
    const { client } = await startService()
    expect(await client.post('/mint', body)).toMatch(/^400 body must be JSON: ./)
  })

  test('amounts are exact up to the maximum of the supply, which nothing exceeds', async () => {
    const { client, ledgerFile } = await startService()
    expect(await client.mint('user:1', '18446744073709551614')).toBe('200')
    expect(await client.mint('user:2', 2)).toBe('400 mint would exceed the maximum supply')
    expect(await client.post('/stipend/user:2')).toBe('400 mint would exceed the maximum supply')
    expect(await client.mint('user:2', 1)).toBe('200')
    expect(
      await client.post(
        '/transact',
        '{"From":"user:1","To":"user:2","Amount":18446744073709551613,"Note":"e1.5"}',
      ),
    ).toBe('200')
    expect(await client.get('/balance/user:2')).toBe('200 18446744073709551614')
    expect(await client.get('/transactions')).toContain('"Amount":18446744073709551613,')
    expect(readFileSync(ledgerFile, 'utf8')).toContain('"Amount":18446744073709551614,')
  })

  test('assets move against the money and are kept per holder', async () => {
    const { client } = await startService()
    await client.mint('user:1', 10)
    await client.mint('user:2', 10)
    await client.post('/burn', { ...burn, Returns: { 'asset-1': 2 } })
    const buy = { From: 'user:2', To: 'user:1', Amount: 0, Note: 'hats', Returns: { 'asset-1': 2 } }
    expect(await client.post('/transact', buy)).toBe('200')
    expect(await client.post('/transact', buy)).toBe('400 insufficient asset quantity')
    expect(await client.post('/transact', { ...buy, From: 'user:1', To: 'user:2' })).toBe('200')
  })

  test('the note and link come back as they were sent', async () => {
    const { client } = await startService()
    const Note = 'a "hat"\n\u2028\0 ü 🎩 \ud800'
    expect(await client.post('/mint', { ...mint, Note })).toBe('200')
    expect((await client.json('/transactions'))[0]?.Note).toBe(Note)
  })

  test.each([
    ['/balance/', 'it is empty'],
    ['/transactions/', 'it is empty'],
    ['/balance/a%20b', 'it contains white space or a control character'],
    ['/balance/a%00', 'it contains white space or a control character'],
    [`/balance/${'a'.repeat(129)}`, 'it is longer than 128 bytes'],
    ['/balance/%', 'it is not percent-encoded UTF-8'],
    ['/balance/%ff', 'it is not percent-encoded UTF-8'],
  ])('%s names no user: %s', async (path, fault) => {
    const { client } = await startService()
    expect(await client.get(path)).toBe(`400 invalid user identifier: ${fault}`)
  })

  test('unknown paths, other methods and large bodies', async () => {
    const { client, economy } = await startService()
    for (const path of ['/', '/nothing', '/balance', '/balance/a/b', '/transact/', '/mint/x']) {
      expect(await client.get(path)).toBe('404 not found')
    }
    const response = await fetch(`${economy.address}/mint`)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await client.post('/balance/user:1')).toBe('405 method not allowed')
    expect(await client.post('/mint', { ...mint, Note: 'x'.repeat(65_000) })).toBe('200')
    expect(await client.post('/mint', { ...mint, Note: 'x'.repeat(65_600) })).toBe(
      '413 body is larger than 64 KiB',
    )
    expect(await client.post('/mint', mint, { Origin: 'http://evil.test' })).toMatch(/^403 /)
    const chunked = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(40_000)),
    }).pipeThrough(cutAfter(4))
    const large = await fetch(`${economy.address}/mint`, { method: 'POST', body: chunked, duplex: 'half' })
    expect(large.status).toBe(413)
    expect(await client.get('/balance/user:1')).toBe('200 5')
  })

  test('with a key, every request needs it', async () => {
    const { client } = await startService({ key: 's3cret' })
    for (const headers of [{}, { Authorization: 'Bearer s3cre' }, { Authorization: 's3cret' }]) {
      expect(await client.get('/health', headers)).toBe('401 unauthorized')
      expect(await client.post('/mint', mint, headers)).toBe('401 unauthorized')
    }
    expect(await client.get('/health', { Authorization: 'Bearer s3cret' })).toBe('200 OK')
  })
})

test('metrics say what happened and what it adds up to', async () => {
  const { client } = await startService()
  await client.mint('user:1', '18446744073709551615')
  await client.post('/transact', { ...transact, Amount: 1000, Fee: 0.1 })
  await client.post('/burn', burn)
  await client.post('/transact', { ...transact, From: 'nobody' })
  const response = await fetch(`${client.address}/metrics`)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  const lines = text.trimEnd().split('\n')
  for (const line of [
    'economy_events_total{type="Transaction"} 1',
    'economy_events_total{type="Mint"} 1',
    'economy_events_total{type="Burn"} 1',
    'economy_supply_micro 18446744073709551510',
    'economy_minted_micro_total 18446744073709551615',
    'economy_burned_micro_total 105',
    'economy_fees_micro_total 100',
    'economy_accounts 2',
    'economy_proposals_total{outcome="accepted"} 3',
    'economy_proposals_total{outcome="refused"} 1',
    'economy_write_failures_total 0',
    'economy_commit_seconds_bucket{le="+Inf"} 3',
    'economy_commit_seconds_count 3',
    '# TYPE economy_commit_seconds histogram',
  ]) {
    expect(lines).toContain(line)
  }
  for (const line of lines) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]+"\})? [\d.e-]+)$/)
})

describe('history', () => {
  test('newest first, 100 at a time, through `before` to the first', async () => {
    const { client } = await startService()
    for (let n = 1; n <= 250; n++) {
      await client.mint(n % 5 === 0 ? 'user:2' : 'user:1', n)
    }
    const all = Array.from({ length: 250 }, (_, index) => 250 - index)
    expect(await pages(client, '/transactions')).toEqual([
      all.slice(0, 100),
      all.slice(100, 200),
      all.slice(200),
    ])
    const mine = all.filter((n) => n % 5 !== 0)
    expect(await pages(client, '/transactions/user:1')).toEqual([mine.slice(0, 100), mine.slice(100)])
    expect(await pages(client, '/transactions/user:2')).toEqual([all.filter((n) => n % 5 === 0)])
    expect(await client.get('/transactions?before=nothing')).toBe('400 unknown event id: nothing')
  })

  test('both sides see a transaction, which always carries its fee', async () => {
    const { client } = await startService()
    await client.mint('user:1', 5)
    await client.post('/transact', transact)
    const [sent] = await client.json('/transactions/user:1')
    expect(sent).toMatchObject({ Type: 'Transaction', Fee: 0 })
    expect(await client.json('/transactions/user:2')).toEqual([sent])
  })
})

describe('idempotency keys', () => {
  test('the same event is recorded once, also after a restart; another one is refused', async () => {
    const ledgerFile = temporaryLedger()
    const first = await startService({ ledgerFile })
    const key = { 'Idempotency-Key': 'purchase 1' }
    await first.client.mint('user:1', 5)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => first.client.post('/transact', transact, key)),
    )
    expect(new Set(answers)).toEqual(new Set(['200']))
    await first.economy.close()
    const { client } = await startService({ ledgerFile })
    expect(await client.post('/transact', { ...transact, Fee: 0, Link: '' }, key)).toBe('200')
    expect(await client.get('/balance/user:2')).toBe('200 5')
    const other = '409 idempotency key was used for another event'
    expect(await client.post('/transact', { ...transact, Amount: 4 }, key)).toBe(other)
    expect(await client.post('/mint', mint, key)).toBe(other)
    expect(await client.post('/stipend/user:1', undefined, key)).toBe(other)
    expect((await client.json('/transactions'))[0]?.Key).toBe('purchase 1')
  })

  test('a refused event does not use up its key, and a repeated stipend answers as the first did', async () => {
    const { client } = await startService()
    const key = { 'Idempotency-Key': 'k' }
    expect(await client.post('/transact', transact, key)).toMatch(/^400 insufficient balance/)
    expect(await client.post('/stipend/user:1', undefined, key)).toBe('200')
    expect(await client.post('/stipend/user:1', undefined, key)).toBe('200')
    expect(await client.get('/balance/user:1')).toBe('200 10000000')
  })

  test.each(['', 'x'.repeat(65), 'ü'])('the key %j is refused', async (key) => {
    const { client } = await startService()
    expect(await client.post('/mint', mint, { 'Idempotency-Key': key })).toMatch(
      /^400 invalid idempotency key/,
    )
  })
})

describe('many at once', () => {
  test('64 spenders of one balance spend what is there and no more', async () => {
    const { client } = await startService()
    await client.mint('user:1', 400)
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        client.post('/transact', { ...transact, To: `shop:${n}`, Amount: 10 }),
      ),
    )
    expect(answers.filter((answer) => answer === '200')).toHaveLength(40)
    expect(new Set(answers.filter((answer) => answer !== '200'))).toEqual(
      new Set(['400 insufficient balance: balance was 0.000000 unit, at least 0.000010 unit is required']),
    )
    expect(await client.get('/balance/user:1')).toBe('200 0')
    expect(await client.json('/transactions/user:1')).toHaveLength(41)
  })
})

test('closing ends at once with idle connections, and soon with stalled ones', async () => {
  const { client, economy } = await startService()
  await client.mint('user:1', 5)
  const silent = connect(economy.port, '127.0.0.1')
  const stalled = connect(economy.port, '127.0.0.1')
  await Promise.all([once(silent, 'connect'), once(stalled, 'connect')])
  stalled.write('POST /mint HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 50\r\n\r\n')
  await once(stalled, 'data')
  const gone = Promise.all([once(silent.resume(), 'close'), once(stalled.resume(), 'close')])
  const start = performance.now()
  await Promise.all([economy.close(), economy.close()])
  expect(performance.now() - start).toBeLessThan(8_000)
  await gone
}, 10_000)

/** The amounts on each page of a history, from the newest to the last. */
async function pages(
  client: Awaited<ReturnType<typeof startService>>['client'],
  path: string,
): Promise<number[][]> {
  const found: number[][] = []
  for (let query = ''; ; ) {
    const events = await client.json(path + query)
    const last = events.at(-1)
    if (last === undefined) return found
    found.push(events.map((event) => Number(event.Amount)))
    query = `?before=${last.Id}`
  }
}

function cutAfter(chunks: number): TransformStream<Uint8Array, Uint8Array> {
  let left = chunks
  return new TransformStream({
    transform: (chunk, controller) => {
      controller.enqueue(chunk)
      if (--left === 0) controller.terminate()
    },
  })
}
