import { expect, test } from 'vitest'
import { isOwnPath } from './own-path.ts'

const site = 'https://here.example'

test.each(['/', '/place/1818/Harbour?tab=updates#comments', '/user/Zoë', '/a//b', '/.//b'])(
  '%j is a path of this site',
  (link) => {
    expect(isOwnPath(link)).toBe(true)
    expect(new URL(link, site).origin).toBe(site)
  },
)

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
])('%j leads elsewhere', (link) => {
  expect(isOwnPath(link)).toBe(false)
  expect(new URL(link, site).origin).not.toBe(site)
})

test.each(['', 'here', '?to=there'])('%j is relative', (link) => {
  expect(isOwnPath(link)).toBe(false)
})
