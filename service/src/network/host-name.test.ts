import { expect, test } from 'vitest'
import { hostNameOf, isLocalUrl, isLoopbackHost } from './host-name.ts'

test.each([
  ['Play.Example.org', 'play.example.org'],
  ['play.example.org.:8080', 'play.example.org'],
  ['play.example:', 'play.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['my_site:3000', 'my_site'],
  ['192.0.2.1:3000', '192.0.2.1'],
  ['2130706433', '127.0.0.1'],
  ['[2001:DB8:0::1]:3000', '2001:db8::1'],
  ['[::ffff:127.0.0.1]', '::ffff:7f00:1'],
])('reads the host %s as %s', (host, name) => {
  expect(hostNameOf(host)).toBe(name)
})

test.each([
  '',
  ':3000',
  'evil.example/login?x=',
  'a b',
  'user@play.example',
  'a,b',
  '::1',
  '[::1',
  'a:b',
  'a?',
  'a#b',
  'a\\b',
  '1.2.3.4.5',
  '[fe80::1%25eth0]',
  '.',
])('reads no host in %j', (host) => {
  expect(hostNameOf(host)).toBeUndefined()
})

test('tells loopback hosts from names that only begin like them', () => {
  const local = [
    'localhost',
    'game.localhost',
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '::ffff:7f00:1',
    'ip6-localhost',
  ]
  expect(local.filter((name) => !isLoopbackHost(name))).toEqual([])
  const others = [
    '127.evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'notlocalhost',
    '10.0.0.1',
  ]
  expect(others.filter(isLoopbackHost)).toEqual([])
})

test('tells local addresses of a site from public ones', () => {
  expect(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:80'].filter(isLocalUrl)).toHaveLength(3)
  expect(
    ['https://play.example', 'http://192.168.1.5:3000', 'http://127.play.example'].filter(isLocalUrl),
  ).toEqual([])
})
