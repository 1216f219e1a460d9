import { describe, expect, test } from 'vitest'
import { findHabits, proseOfMarkdown, proseOfScript } from './prose.ts'

const habits = (text: string) => findHabits({ line: 1, text })

describe('findHabits', () => {
  test.each([
    'Whoever changes them takes one row first.',
    'Renders the picture anew.',
    'Signs somebody out everywhere.',
    'One is looked at for so many.',
    'Removes those that have expired.',
    'What could not be drawn is drawn later.',
    'Who plays is there.',
    'Of those, the newest wins.',
    'The rule is in the contract.',
    'Fails when: what is missing. Of the rest, none.',
  ])('flags "%s"', (text) => {
    expect(habits(text)).not.toEqual([])
  })

  test.each([
    'Retries a failed render.',
    'What happens when the disk is full?',
    'Returns the players who are online.',
    'Locks the user first, so that transactions cannot deadlock.',
    'As much memory as the file takes.',
  ])('accepts "%s"', (text) => {
    expect(habits(text)).toEqual([])
  })
})

test('proseOfScript returns comments, continued lines as one, and names of tests', () => {
  const source = [
    '/**',
    ' * Stores a row.',
    ' * It is',
    ' * fast: `whoever` is code.',
    ' */',
    'export const a = 1 // trailing',
    '',
    '// one idea',
    '// on two lines',
    "test('rejects a ticket', () => {})",
    "const text = 'whoever'",
  ].join('\n')
  expect(proseOfScript(source)).toMatchObject([
    { line: 1, text: 'Stores a row.\nIt is\nfast: code is code.' },
    { line: 6, text: 'trailing' },
    { line: 8, text: 'one idea on two lines' },
    { line: 10, text: 'rejects a ticket' },
  ])
})

test('proseOfMarkdown returns paragraphs and cells without code', () => {
  const source =
    '# Title\n\nOne `anew` line\nand another.\n\n```\nwhoever\n```\n\n- An entry\n\n| Cell | What it is |\n'
  expect(proseOfMarkdown(source).map(({ line, text }) => [line, text.trim()])).toEqual([
    [1, 'Title'],
    [3, 'One code line and another.'],
    [10, 'An entry'],
    [12, 'Cell \n\n What it is'],
  ])
})
