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

test('replaces nothing without forbidden words', () => {
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

test.each([
  ['in letters of full width', 'a ｄａｒｎ shame', 'a #### shame'],
  ['by zero-width characters', 'a d\u200ba\u200dr\ufeffn shame', 'a #### shame'],
  ['by soft hyphens', 'a d\u00adarn shame', 'a #### shame'],
  ['by combining marks', 'a d\u0336a\u0301\u0302rn\u0336 shame', 'a #### shame'],
  ['by accented letters', 'a dàrñ shame', 'a #### shame'],
  ['by Cyrillic and Greek letters', 'a dаrn dαrη shame', 'a #### #### shame'],
  ['by digits and signs for letters', 'a d4rn d@rn shame', 'a #### #### shame'],
  ['in mathematical and circled letters', 'a 𝖉𝖆𝖗𝖓 ⓓⓐⓡⓝ shame', 'a #### #### shame'],
  ['by Latin letters in a Cyrillic word', 'ты дypaк', 'ты #####'],
  ['by marks on a word that has one', 'ein A\u0308\u0336rger', 'ein #####'],
])('finds a word that is disguised %s', (_, text, filtered) => {
  const Words = ['darn', 'дурак', 'ärger']
  expect(createTextFilter({ Words, ReplaceWith: '#', ReplaceType: 'Character' })(text)).toBe(filtered)
})

test.each([
  'Ordinary text: naïve café, Ünïcödé, ﬁne ½ ® ™.',
  'Обычный текст, ещё раз. Ελληνικό κείμενο. 日本語のテキスト、ガラス。 한국어 문장. नमस्ते दुनिया. שָׁלוֹם עולם. مرحبا بالعالم می‌خواهم',
  'My Samsung A55 weighs 455 grams 👨‍👩‍👧 ❤️',
  'undarn darning daren arger',
])('leaves %j as it was typed', (text) => {
  const Words = ['darn', 'ass', 'ärger', 'か', 'नम']
  expect(createTextFilter({ Words, ReplaceWith: '#', ReplaceType: 'Character' })(text)).toBe(text)
})
