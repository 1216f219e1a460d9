import { describe, expect, test } from 'vitest'
import { distanceOf, Vocabulary } from './spelling.ts'

describe('corrections of a search', () => {
  const vocabulary = new Vocabulary()
  vocabulary.add([
    'floor 12346',
    'crystal cavern',
    'crystal tower',
    'tower of hell',
    'power plant',
    'größe',
    'hot air',
  ])

  test.each([
    ['cristal', 'crystal'],
    ['crytsal cavern', 'crystal cavern'],
    ['towar', 'tower'],
    ['cristal twoer', 'crystal tower'],
    ['große', 'größe'],
    ['cavern crystla', 'cavern crystal'],
    // The beginning of a known word is not a typo.
    ['cry towr', 'cry tower'],
  ])('turn %s into %s', (typed, corrected) => {
    expect(vocabulary.correct(typed)).toBe(corrected)
  })

  test.each(['12345', 'crystal', 'tow', 'hat', 'nothing like it', '', '%%', 'tower nothing'])(
    'leave %s alone',
    (typed) => {
      expect(vocabulary.correct(typed)).toBeUndefined()
    },
  )

  test('prefer the word that more names have', () => {
    expect(vocabulary.correct('dower')).toBe('tower')
  })
})

test('counts a swap of neighbours as one edit', () => {
  expect(distanceOf('twoer', 'tower')).toBe(1)
  expect(distanceOf('', 'abc')).toBe(3)
  expect(distanceOf('kitten', 'sitting')).toBe(3)
  expect(distanceOf('abcd', 'badc', 2)).toBe(2)
  expect(distanceOf('kitten', 'sitting', 2)).toBeGreaterThan(2)
})
