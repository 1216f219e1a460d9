import { describe, expect, test } from 'vitest'
import { permissionLevel, whyNotModerate } from './rules.ts'

const actor = (level: number) => ({ id: 'actor', permissionLevel: level })
const owner = (level: number) => ({ id: 'owner', permissionLevel: level })

describe('whyNotModerate', () => {
  test.each([
    [5, 4, true],
    [5, 5, false],
    [4, 3, true],
    [4, 4, false],
    [4, 5, false],
    [3, 1, false],
    [1, 1, false],
  ])('decides for level %i and content of level %i: %s', (level, other, allowed) => {
    for (const what of ['accounts', 'items', 'groups', 'places', 'posts', 'comments'] as const)
      expect(whyNotModerate(actor(level), owner(other), what) === undefined).toBe(allowed)
  })

  test('lets level 3 review items of lower levels only', () => {
    const { catalogManager } = permissionLevel
    expect(whyNotModerate(actor(3), owner(2), 'items', catalogManager)).toBeUndefined()
    expect(whyNotModerate(actor(3), owner(3), 'items', catalogManager)).toEqual({
      code: 'moderation.rank_content',
      values: { what: 'items' },
    })
    expect(whyNotModerate(actor(2), owner(1), 'items', catalogManager)).toEqual({
      code: 'moderation.level_too_low',
      values: { what: 'items' },
    })
  })

  test('lets only administrators moderate their own content, and nobody their own account', () => {
    expect(whyNotModerate(actor(4), actor(4), 'places')).toEqual({
      code: 'moderation.own_content',
      values: { what: 'places' },
    })
    expect(whyNotModerate(actor(5), actor(5), 'places')).toBeUndefined()
    expect(whyNotModerate(actor(5), actor(5), 'accounts')).toEqual({
      code: 'moderation.self',
      values: {},
    })
  })

  test('lets every moderator moderate content of a deleted account', () => {
    expect(whyNotModerate(actor(4), null, 'places')).toBeUndefined()
    expect(whyNotModerate(actor(3), null, 'places')).toEqual({
      code: 'moderation.moderators_only',
      values: { what: 'places' },
    })
  })
})
