import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compactJson, layOutJson } from './json-text.ts'

test('a value is laid out with a line for each member, and keeps its digits, names and texts', () => {
  const json =
    '{"n":1.50,"big":123456789012345678901234567890, "text":"a, {\\"b\\": [1]}\\u0000","n":[ ],"o":{"p":[true]}}'
  expect(layOutJson(json)).toBe(`{
  "n": 1.50,
  "big": 123456789012345678901234567890,
  "text": "a, {\\"b\\": [1]}\\u0000",
  "n": [],
  "o": {
    "p": [
      true
    ]
  }
}`)
  expect(compactJson(layOutJson(json))).toBe(
    json.replaceAll('" ', '"').replace('[ ]', '[]').replace(', "text"', ',"text"'),
  )
})

test('any value stays the same when it is laid out and made compact again', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const compact = JSON.stringify(JSON.parse(json))
      expect(compactJson(layOutJson(compact))).toBe(compact)
      expect(JSON.parse(layOutJson(json))).toEqual(JSON.parse(json))
    }),
  )
})

test('the text of a deep value grows evenly', () => {
  const json = '['.repeat(10_000) + ']'.repeat(10_000)
  expect(layOutJson(json).length).toBeLessThan(100 * json.length)
})
