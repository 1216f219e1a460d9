import { createHash } from 'node:crypto'
import { Refused } from '@baseplate/platform/foundation/errors'
import { expect, test } from 'vitest'
import { describeVersion, expectedBy } from './file-conditions.ts'

const sha256 = createHash('sha256').update('a file').digest('hex')
const base64 = Buffer.from(sha256, 'hex').toString('base64')

test.each([
  [{}, {}],
  [{ 'if-match': '"7"' }, { version: 7 }],
  [{ 'if-none-match': '*' }, { version: 0 }],
  [{ 'content-digest': `sha-256=:${base64}:` }, { sha256 }],
  [{ 'repr-digest': `sha-512=:YQ==:, sha-256=:${base64}:` }, { sha256 }],
  [{ 'repr-digest': 'sha-512=:YQ==:' }, {}],
])('reads what a program expects from %j', (headers, expected) => {
  expect(expectedBy(new Headers(headers as Record<string, string>))).toEqual(expected)
})

test.each([
  { 'if-match': '7' },
  { 'if-match': '*' },
  { 'if-match': '"7"', 'if-none-match': '*' },
  { 'if-none-match': '"7"' },
  { 'content-digest': 'sha-256=:YQ==:' },
  { 'content-digest': `sha-256=${base64}` },
  { 'content-digest': `sha-256=:${base64}:`, 'repr-digest': `sha-256=:${base64.replace(/./, 'x')}:` },
])('refuses %j instead of ignoring it', (headers) => {
  expect(() => expectedBy(new Headers(headers as unknown as Record<string, string>))).toThrow(Refused)
})

test('describes a version in headers that a program can send back as a condition', () => {
  const { etag, ...digest } = describeVersion({ version: 7, sha256 })
  expect(expectedBy(new Headers({ 'if-match': etag, ...digest }))).toEqual({ version: 7, sha256 })
})
