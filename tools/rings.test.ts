import { expect, test } from 'vitest'
import { addArrows, outOfOrder, ringsOf } from './rings.ts'

type Files = Readonly<Record<string, readonly string[]>>

/** Returns the arrows among files, each with what it imports. */
function arrowsAmong(files: Files) {
  const arrows = new Map<string, Set<string>>()
  for (const [file, imports] of Object.entries(files))
    addArrows(
      arrows,
      `platform/src/${file}`,
      imports.map((path) => `import type { A } from '${path}'\n`).join(''),
    )
  return arrows
}

const ringsAmong = (files: Files) =>
  ringsOf(arrowsAmong(files)).map((ring) => ring.map((part) => part.slice('platform/src/'.length)))

test('finds folders of a domain that import each other, even through a third and by types alone', () => {
  const files = {
    'places/lists/list.ts': ['../votes/vote.ts'],
    'places/votes/vote.ts': ['../rules.ts'],
    'places/rules.ts': ['./lists/shelf.ts'],
    'places/updates/view.ts': ['../rules.ts'],
  }
  expect(ringsAmong(files)).toEqual([['places/lists', 'places/rules.ts', 'places/votes']])
})

test('finds no ring in folders that are imported one way, in one folder, or by a door', () => {
  const files = {
    'places/door.ts': ['./lists/list.ts'],
    'places/lists/list.ts': ['./shelf.ts', '../rules.ts', '../door.ts'],
    'places/lists/shelf.ts': ['./list.ts'],
    'people/posts/write.ts': ['../../places/lists/list.ts'],
  }
  expect(ringsAmong(files)).toEqual([])
})

test('finds a folder that imports a later one, even through a file beside them, and a folder without a place', () => {
  const arrows = arrowsAmong({
    'places/votes/vote.ts': ['../visible.ts'],
    'places/visible.ts': ['./lists/shelf.ts'],
    'places/updates/view.ts': ['../votes/vote.ts'],
  })
  expect(outOfOrder(arrows, { places: ['votes', 'lists'] })).toEqual([
    'places/votes imports places/lists, which comes after it',
    'platform/src/places/updates has no place in the order of folders',
  ])
  expect(outOfOrder(arrows, { places: ['lists', 'votes', 'updates'] })).toEqual([])
})
