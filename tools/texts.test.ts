import { expect, test } from 'vitest'
import { compareLanguages, findInComponent, findInScript } from './texts.ts'

test.each([
  ['text between tags', '<p>Hello there</p>'],
  ['a small word in a label', '<button aria-label="close">×</button>'],
  ['a sentence in another attribute', '<Card heading="Save your changes" />'],
  ['a string in an expression', "<p>{open ? 'Close the game' : ''}</p>"],
  ['a string of the script', "<script>const title = 'Your games'</script>"],
])('finds %s', (_, component) => {
  expect(findInComponent(component)).toHaveLength(1)
})

test.each([
  ['a text of the catalogue', "<p>{t('home.hello', { username })}</p>"],
  ['classes', '<p class="grid gap-4 text-muted">{name}</p>'],
  ['a value', '<Button variant="secondary" size="small" />'],
  ['signs', '<p>{done} / {all} ·</p>'],
])('accepts %s', (_, component) => {
  expect(findInComponent(component)).toEqual([])
})

test('accepts errors and log lines of a script, which developers read', () => {
  expect(findInScript("throw new Error('The page has no form')")).toEqual([])
  expect(findInScript("platform.log.error({}, 'a page failed again')")).toEqual([])
})

test('reports the line of a text', () => {
  expect(findInComponent('<div>\n  <p>\n    {name}<b>is playing now</b></p></div>')).toEqual([
    { line: 3, text: 'is playing now' },
  ])
})

test('reports missing keys, unknown keys and different arguments of a language', () => {
  const english = { bye: 'Bye', hello: 'Hello {name}', count: '{count, plural, one {#} other {#}}' }
  expect(compareLanguages(english, { hello: 'Hallo {username}', count: '{count}', more: 'x' })).toEqual([
    'lacks bye',
    'has more, which English does not have',
    'has other arguments in hello',
  ])
})
