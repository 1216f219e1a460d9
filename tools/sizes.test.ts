import { expect, test } from 'vitest'
import { findLong } from './sizes.ts'

const lines = (count: number) => 'x()\n'.repeat(count)

test('accepts a file of 250 lines with a function of 60', () => {
  expect(findLong('a.ts', `function f() {\n${lines(58)}}\n${lines(190)}`)).toEqual([])
})

test('reports a file of 251 lines', () => {
  expect(findLong('a.ts', lines(251))).toEqual(['a.ts has 251 lines'])
})

test.each([
  ['a declaration', `function f() {\n${lines(59)}}`, 'a.ts:1 f has 61 lines'],
  ['an arrow function', `\nconst f = () => {\n${lines(59)}}`, 'a.ts:2 f has 61 lines'],
  ['a method', `const o = {\n  f() {\n${lines(59)}}\n}`, 'a.ts:2 f has 61 lines'],
  ['a test', `test('saves', () => {\n${lines(59)}})`, 'a.ts:1 "saves" has 61 lines'],
])('reports %s of 61 lines', (_kind, source, sentence) => {
  expect(findLong('a.ts', source)).toEqual([sentence])
})

test('reports a long function of a component with its line in the file', () => {
  const source = `<h1>Title</h1>\n<script lang="ts">\nfunction f() {\n${lines(59)}}\n</script>`
  expect(findLong('A.svelte', source)).toEqual(['A.svelte:3 f has 61 lines'])
})

test('does not count the body of describe as a function', () => {
  expect(findLong('a.test.ts', `describe('a', () => {\n${lines(100)}})`)).toEqual([])
})
