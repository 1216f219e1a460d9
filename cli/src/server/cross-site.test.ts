import { expect, test } from 'vitest'
import { crossSiteCheck } from './cross-site.ts'

const site = 'https://play.example'
const isCrossSite = crossSiteCheck(site)

test.each([
  ['a program', 'POST', {}],
  ['the site itself', 'POST', { 'sec-fetch-site': 'same-origin', origin: site }],
  ['a user who typed the address', 'POST', { 'sec-fetch-site': 'none' }],
  ['the site in an old browser', 'POST', { origin: site }],
  ['another name of the site', 'POST', { origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' }],
  ['a link on another site', 'GET', { 'sec-fetch-site': 'cross-site' }],
])('accepts a request of %s', (_origin, method, headers) => {
  expect(isCrossSite({ method, headers }, false)).toBe(false)
})

test.each([
  ['another site', 'POST', { 'sec-fetch-site': 'cross-site' }],
  ['a sister domain', 'POST', { 'sec-fetch-site': 'same-site', origin: site }],
  ['another site in an old browser', 'POST', { origin: 'https://evil.example' }],
  ['a sandboxed frame in an old browser', 'DELETE', { origin: 'null' }],
  [
    'another scheme of another name of the site',
    'POST',
    { origin: 'https://192.168.1.5:3000', host: '192.168.1.5:3000' },
  ],
  ['another scheme of the site', 'POST', { origin: 'http://play.example', host: 'play.example:80' }],
])('refuses a request of %s', (_origin, method, headers) => {
  expect(isCrossSite({ method, headers }, false)).toBe(true)
})

test('accepts the origin whose scheme a trusted proxy names', () => {
  const headers = { origin: 'https://lan.example', host: 'lan.example', 'x-forwarded-proto': 'https' }
  const sent = (proxied: boolean) => isCrossSite({ method: 'POST', headers }, proxied)
  expect([sent(true), sent(false)]).toEqual([false, true])
})
