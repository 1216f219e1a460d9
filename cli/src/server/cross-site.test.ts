import { expect, test } from 'vitest'
import { isCrossSite } from './cross-site.ts'

const site = 'https://play.example'

test.each([
  ['a program', 'POST', {}, false],
  ['the site itself', 'POST', { 'sec-fetch-site': 'same-origin', origin: site }, false],
  ['somebody who typed the address', 'POST', { 'sec-fetch-site': 'none' }, false],
  ['another site', 'POST', { 'sec-fetch-site': 'cross-site' }, true],
  ['a sister domain', 'POST', { 'sec-fetch-site': 'same-site', origin: site }, true],
  ['another site in an old browser', 'POST', { origin: 'https://evil.example' }, true],
  ['a sandboxed frame in an old browser', 'DELETE', { origin: 'null' }, true],
  ['the site in an old browser', 'POST', { origin: site }, false],
  [
    'another name of the site',
    'POST',
    { origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' },
    false,
  ],
  ['a link on another site', 'GET', { 'sec-fetch-site': 'cross-site' }, false],
])('%s', (_who, method, headers, refused) => {
  expect(isCrossSite(method, headers, site)).toBe(refused)
})
