import { expect, test } from 'vitest'
import { clientAddressBehind, trustedProxyCheck } from './client-address.ts'

const behind = (...proxies: string[]) => clientAddressBehind(trustedProxyCheck(proxies))

test('ignores headers without trusted proxies', () => {
  const clientAddress = behind()
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
])('behind trusted proxies, reads %j as the client %s', (forwardedFor, address) => {
  expect(behind('10.0.0.1', '10.0.0.2')('10.0.0.1', forwardedFor)).toBe(address)
})

test('ignores the header of an untrusted address', () => {
  expect(behind('10.0.0.1', '::1')('203.0.113.9', '198.51.100.7')).toBe('203.0.113.9')
})

test('returns an empty address for a closed socket', () => {
  expect(behind('10.0.0.1')(undefined, '198.51.100.7')).toBe('')
})

test('trusts proxies of a CIDR range, even on a dual-stack socket', () => {
  const clientAddress = behind('10.0.0.0/8', '2001:db8::/32')
  for (const proxy of ['10.3.2.1', '::ffff:10.3.2.1', '2001:db8::5'])
    expect(clientAddress(proxy, '6.6.6.6, 198.51.100.7, 10.9.9.9')).toBe('198.51.100.7')
  expect(clientAddress('11.0.0.1', '198.51.100.7')).toBe('11.0.0.1')
})
