import { expect, test } from 'vitest'
import { clientAddressBehind } from './client-address.ts'

test('without trusted proxies the socket decides, whatever a header says', () => {
  const clientAddress = clientAddressBehind([])
  expect(clientAddress('203.0.113.9', '10.0.0.1')).toBe('203.0.113.9')
  expect(clientAddress('::ffff:203.0.113.9', undefined)).toBe('203.0.113.9')
})

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['6.6.6.6, 198.51.100.7', '198.51.100.7'],
  ['6.6.6.6, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
  ['10.0.0.2', '10.0.0.1'],
  ['2001:db8::7', '2001:db8::7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['unknown', '10.0.0.1'],
  ['<script>', '10.0.0.1'],
  ['198.51.100.7, garbage', '10.0.0.1'],
  ['', '10.0.0.1'],
  [', ,', '10.0.0.1'],
])('behind trusted proxies, of %j it is %s', (forwardedFor, address) => {
  expect(clientAddressBehind(['10.0.0.1', '10.0.0.2'])('10.0.0.1', forwardedFor)).toBe(address)
})

test('a stranger’s header is not believed', () => {
  expect(clientAddressBehind(['10.0.0.1', '::1'])('203.0.113.9', '198.51.100.7')).toBe('203.0.113.9')
})

test('a socket that is closed already has no address, and breaks nothing', () => {
  expect(clientAddressBehind(['10.0.0.1'])(undefined, '198.51.100.7')).toBe('')
})
