import { expect, test } from 'vitest'
import { clientAddressBehind, proxiedCheck, trustedProxyCheck } from './client-address.ts'

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
  ['198.51.100.7:5555', '198.51.100.7'],
  ['6.6.6.6:1, 198.51.100.7:443 , 10.0.0.2:80', '198.51.100.7'],
  ['"198.51.100.7:5555"', '198.51.100.7'],
  ['[2001:db8::7]:5555', '2001:db8::7'],
  ['"[2001:DB8:0:0::7]:5555"', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8:0:0:0:0:0:7:5555', '2001:db8::7'],
  ['fe80::7%eth0', 'fe80::7'],
  ['[fe80::7%25eth0]:80', 'fe80::7'],
  ['[::ffff:198.51.100.7]:5555', '198.51.100.7'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['198.51.100.7, [::ffff:10.0.0.2]:80', '198.51.100.7'],
  ['unknown', '10.0.0.1'],
  ['_hidden', '10.0.0.1'],
  ['198.51.100.7:port', '10.0.0.1'],
  ['198.51.100.7:5555:5', '10.0.0.1'],
  ['<script>', '10.0.0.1'],
  ['198.51.100.7, garbage', '10.0.0.1'],
  ['', '10.0.0.1'],
  [', ,', '10.0.0.1'],
])('behind trusted proxies, reads %j as the client %s', (forwardedFor, address) => {
  expect(behind('10.0.0.1', '10.0.0.2')('10.0.0.1', forwardedFor)).toBe(address)
})

test('reports headers in which the client is no address', () => {
  const unreadable: string[] = []
  const clientAddress = clientAddressBehind(trustedProxyCheck(['10.0.0.1']), (header) =>
    unreadable.push(header),
  )
  for (const header of [
    '198.51.100.7:5555',
    'unknown, 198.51.100.7',
    '198.51.100.7, unknown',
    ', ,',
    '10.0.0.1',
  ])
    clientAddress('10.0.0.1', header)
  expect(unreadable).toEqual(['198.51.100.7, unknown', ', ,'])
})

test('believes a trusted address only with the key of the proxies, and hides the key from what follows', () => {
  const key = 'the key of the proxies'
  const isProxied = proxiedCheck({ proxyKey: key }, trustedProxyCheck(['127.0.0.1']))
  const from = (remoteAddress: string, given?: string) => {
    const headers: Record<string, string> = given === undefined ? {} : { 'baseplate-proxy-key': given }
    return [isProxied({ headers, socket: { remoteAddress } }), Object.keys(headers)]
  }
  expect(from('127.0.0.1', key)).toEqual([true, []])
  expect(from('127.0.0.1')).toEqual([false, []])
  expect(from('127.0.0.1', 'undefined')).toEqual([false, []])
  expect(from('203.0.113.9', key)).toEqual([false, []])
  const isTrusted = proxiedCheck({}, trustedProxyCheck(['127.0.0.1']))
  expect(isTrusted({ headers: {}, socket: { remoteAddress: '127.0.0.1' } })).toBe(true)
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
