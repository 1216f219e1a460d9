import { expect, test } from 'vitest'
import { createTextFilter, isFilteredName } from './text-filter.ts'

test.each([
  ['A darn shame, DARN it', 'Character', '#', 'A #### shame, #### it'],
  ['A darn shame, DARN it', 'Word', '$&', 'A $& shame, $& it'],
  ['darning needles, undarn', 'Character', '#', 'darning needles, undarn'],
  ['darn-it, darn!', 'Character', '*', '*******, ****!'],
  ['Ärger, ärger', 'Word', '', ', '],
  ['a.b and aXb', 'Character', '#', '### and aXb'],
  ['nothing', 'Character', '#', 'nothing'],
] as const)('%j, by %s with %j', (text, ReplaceType, ReplaceWith, filtered) => {
  const Words = ['darn', 'darn-it', 'ärger', 'a.b']
  expect(createTextFilter({ Words, ReplaceWith, ReplaceType })(text)).toBe(filtered)
})

test('without words nothing is replaced', () => {
  expect(createTextFilter({ Words: [], ReplaceWith: '#', ReplaceType: 'Character' })('a b')).toBe('a b')
})

test.each([
  ['Darn_it', true],
  ['darn42', true],
  ['MrDarn', true],
  ['b4d', true],
  ['Darning', false],
  ['undarn', false],
  ['The darn club', true],
])('the name %j is refused: %s', (name, refused) => {
  const filter = createTextFilter({ Words: ['darn', 'b4d'], ReplaceWith: '#', ReplaceType: 'Word' })
  expect(isFilteredName(filter, name)).toBe(refused)
})
