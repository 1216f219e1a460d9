import { expect, test } from 'vitest'
import { splitLinks } from './split-links.ts'

const split = (text: string) => splitLinks(text, 'https://play.example')

test('links URLs of this site and no others', () => {
  expect(split('See https://play.example/place/1/x?a=b#c, and https://play.example/user/a.')).toEqual([
    { text: 'See ' },
    { text: 'https://play.example/place/1/x?a=b#c', href: 'https://play.example/place/1/x?a=b#c' },
    { text: ', and ' },
    { text: 'https://play.example/user/a', href: 'https://play.example/user/a' },
    { text: '.' },
  ])
})

test.each([
  'https://evil.example/',
  'http://play.example/',
  'https://play.example.evil.example/',
  'https://play.example@evil.example/',
  'https://play.example:8443/',
  'javascript:alert(1)',
  'https://',
  '',
])('leaves %j as text', (text) => {
  expect(split(text).filter(({ href }) => href !== undefined)).toEqual([])
  expect(
    split(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
