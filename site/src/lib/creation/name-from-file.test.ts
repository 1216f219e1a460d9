import { expect, test } from 'vitest'
import { nameFrom } from './name-from-file.ts'

test.each([
  ['red_shirt-2.png', 'red shirt 2'],
  ['no extension', 'no extension'],
  ['v1.2 cape.webp', 'v1.2 cape'],
  ['---.png', ''],
])('names the item of the file %s', (file, name) => {
  expect(nameFrom(file)).toBe(name)
})

test('cuts off a long name', () => {
  expect(nameFrom(`${'x'.repeat(80)}.png`)).toHaveLength(50)
})
