import { expect, test } from 'vitest'
import { suggestionsOf } from './suggestions.ts'

const named = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    name: `Name ${id}`,
    slug: `Name-${id}`,
    username: `name_${id}`,
    portrait: null,
    picture: '/picture.webp',
  }))

const kindsOf = (users: number, places: number, assets: number, groups: number) =>
  suggestionsOf({
    users: named(users),
    places: named(places),
    assets: named(assets),
    groups: named(groups),
  }).map(({ kind }) => kind[0])

test('suggests some of each kind, and fills free slots from the first kinds', () => {
  expect(kindsOf(0, 0, 0, 0).join('')).toBe('')
  expect(kindsOf(24, 4, 5, 6).join('')).toBe('ppggiigg')
  expect(kindsOf(24, 0, 0, 0).join('')).toBe('pppppppp')
  expect(kindsOf(1, 4, 0, 6).join('')).toBe('pggggggg')
  expect(kindsOf(3, 1, 0, 1).join('')).toBe('pppgg')
})

test('links each suggestion to its page', () => {
  const one = named(1)
  const group = [{ id: 1, name: 'Black & white' }]
  const found = suggestionsOf({ users: one, places: one, assets: one, groups: group })
  expect(found.map(({ href }) => href)).toEqual([
    ...['/user/name_0', '/place/0/Name-0', '/catalog/0/Name-0', '/groups/Black%20%26%20white'],
  ])
})
