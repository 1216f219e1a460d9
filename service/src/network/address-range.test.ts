import { expect, test } from 'vitest'
import { isInRanges, parseAddressRange } from './address-range.ts'

test.each([
  ['192.0.2.1', '192.0.2.1', true],
  ['192.0.2.1', '192.0.2.2', false],
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['::ffff:10.0.0.0/104', '10.1.2.3', true],
  ['::ffff:192.0.2.1', '192.0.2.1', true],
  ['2001:db8::/32', '2001:db8:1::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['2001:db8::/32', '10.0.0.1', false],
  ['::/0', '10.0.0.1', false],
  ['0.0.0.0/0', '203.0.113.9', true],
  ['0.0.0.0/0', 'unknown', false],
  ['0.0.0.0/0', '', false],
])('range %s and address %s: %s', (range, address, isIn) => {
  expect(isInRanges(address, [parseAddressRange(range)])).toBe(isIn)
})

test.each([
  ['localhost', 'this is not an IP address'],
  ['10.1', 'this is not an IP address'],
  ['10.0.0.0/', 'must be 0 to 32'],
  ['10.0.0.0/33', 'must be 0 to 32'],
  ['10.0.0.0/8/8', 'must be 0 to 32'],
  ['::1/129', 'must be 0 to 128'],
  ['::ffff:10.0.0.0/8', 'must be /96 or longer'],
])('rejects %s', (range, reason) => {
  expect(() => parseAddressRange(range)).toThrow(reason)
})
