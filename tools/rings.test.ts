import { expect, test } from 'vitest'
import { addArrows, ringsOf } from './rings.ts'

/** Returns the rings among files, each with what it imports. */
function ringsAmong(files: Readonly<Record<string, readonly string[]>>) {
  const arrows = new Map<string, Set<string>>()
  for (const [file, imports] of Object.entries(files))
    addArrows(
      arrows,
      `platform/src/${file}`,
      imports.map((path) => `import type { A } from '${path}'\n`).join(''),
    )
  return ringsOf(arrows).map((ring) => ring.map((part) => part.slice('platform/src/'.length)))
}

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
