import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import fc from 'fast-check'
import { onTestFinished } from 'vitest'

/** Hostile texts in place of a number or a name, as sent over the wire. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '../secret',
    '..%2fsecret',
    '%2e%2e%2fsecret',
    '....//secret',
    '..%5csecret',
    '/etc/passwd',
    '1/../../secret',
    '1%00',
    '%00',
    '%',
    '%zz',
    '%ff%fe',
    '+1',
    '-1',
    '1e9',
    '0x10',
    'NaN',
    'Infinity',
    '1;drop%20table%20assets',
    "1'or'1'='1",
    '$&',
    '__proto__',
    'constructor',
    '%0d%0aSet-Cookie:x=1',
    '[]',
    '[id]=1',
  ),
  fc.nat().map(String),
  fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
  fc.double().map(String),
  fc.string({ unit: 'binary', maxLength: 30 }).map(percentEncoded),
  fc.string({ unit: 'grapheme', maxLength: 30 }).map(percentEncoded),
  fc.string({ maxLength: 30 }).map((text) => text.replace(/[^\x21-\x7e]|#/g, '')),
  fc.string({ minLength: 1_000, maxLength: 4_000 }).map((text) => text.replace(/[^\x21-\x7e]|#/g, '')),
)

/** Queries with these names, each of which may be missing, repeated or in another letter case. */
export const hostileQuery = (...names: string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...names, ...names.map((name) => name.toUpperCase()), '__proto__', ''),
        fc.oneof(hostileText, fc.constantFrom('=', '')),
      ),
      { maxLength: 5 },
    )
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

interface Extras {
  headers?: Record<string, string>
  body?: Uint8Array
}

/** Returns a function that requests a path exactly as written, which `fetch` would normalize. */
export function askerOf(baseUrl: string) {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  return async (path: string, method = 'GET', { headers = {}, body }: Extras = {}) => {
    const asked = request(baseUrl, { path, method, agent, headers }).end(body)
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const chunks: Buffer[] = await response.toArray()
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: Buffer.concat(chunks).toString('latin1'),
    }
  }
}
