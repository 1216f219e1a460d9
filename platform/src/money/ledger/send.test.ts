import { expect, test } from 'vitest'
import type { AskEconomy } from './request.ts'
import { createSendToLedger } from './send.ts'

const mint = { path: '/mint', body: { To: 'user:a', Amount: 2n ** 64n - 1n, Note: 'n' } } as const

/** Returns a ledger that answers requests in turn. Without a status, it closes the connection. */
function answering(...answers: (number | undefined)[]) {
  const asked: { body: string | undefined; headers: Record<string, string> | undefined }[] = []
  const ask: AskEconomy = async (_method, _path, { body, headers }) => {
    const status = answers[asked.length]
    asked.push({ body, headers })
    if (status === undefined) throw new Error('the connection was closed')
    return { status, text: `answer ${asked.length}`, headers: new Headers() }
  }
  return { send: createSendToLedger(ask), asked }
}

test('a lost answer is asked for once more, with the same key and the exact amount', async () => {
  const { send, asked } = answering(undefined, 200)
  expect(await send(mint, 'key')).toEqual({ outcome: 'accepted' })
  const request = {
    body: '{"To":"user:a","Amount":18446744073709551615,"Note":"n"}',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'key' },
  }
  expect(asked).toEqual([request, request])
})

test.each([400, 409, 413])(
  'a refusal (%s) after a lost answer decides nothing, because the first request may still arrive',
  async (status) => {
    const { send } = answering(undefined, status)
    expect(await send(mint, 'key')).toEqual({ outcome: 'unknown', reason: 'answer 2' })
  },
)

test.each([
  [200, { outcome: 'accepted' }],
  [400, { outcome: 'refused', reason: 'answer 1' }],
  [409, { outcome: 'refused', reason: 'answer 1' }],
  [413, { outcome: 'refused', reason: 'answer 1' }],
  [401, { outcome: 'unsent', reason: 'the economy service answered 401: answer 1' }],
  [499, { outcome: 'unsent', reason: 'the economy service answered 499: answer 1' }],
])('an answer of %s is not asked for again', async (status, outcome) => {
  const { send, asked } = answering(status, 200)
  expect(await send(mint, 'key')).toEqual(outcome)
  expect(asked).toHaveLength(1)
})

test.each([500, 399])('an answer of %s may be that of a written event', async (status) => {
  const { send, asked } = answering(status, status)
  expect(await send(mint, 'key')).toEqual({
    outcome: 'unknown',
    reason: `the economy service answered ${status}: answer 2`,
  })
  expect(asked).toHaveLength(2)
})
