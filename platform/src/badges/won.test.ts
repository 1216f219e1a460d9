import { describe, expect, test } from 'vitest'
import { updatePrivacy } from '../accounts/privacy/update.ts'
import { blockUser } from '../blocking/block.ts'
import { startBadgeGame } from '../testing/badge-game.ts'
import { registerPerson } from '../testing/people.ts'
import { type DatabaseKind, databases } from '../testing/platforms.ts'
import { eraseAwards } from './erase.ts'
import { viewBadge } from './view.ts'
import { viewWonBadges } from './won.ts'

/** Starts a game of which Anna has won two badges. */
async function start(kind: DatabaseKind) {
  const game = await startBadgeGame(kind)
  const { platform, create, award, enter, anna } = game
  const { number } = await enter(anna)
  const ids: number[] = []
  for (const name of ['First', 'Second']) {
    const { badge } = await create(name)
    platform.pass(1)
    await award(badge, number)
    ids.push(badge)
  }
  const ben = await registerPerson(platform, 'Ben')
  const seenBy = async (viewer = ben) => {
    const { badges, hidden } = await viewWonBadges(platform, viewer, { username: 'Anna' })
    return hidden ? 'hidden' : badges.map(({ name }) => name)
  }
  return { ...game, ben, seenBy, first: ids[0] ?? 0 }
}

describe.each(databases)('badges of a player on %s', (kind) => {
  test('are listed with the newest first', async () => {
    const { seenBy } = await start(kind)
    expect(await seenBy()).toEqual(['Second', 'First'])
  })

  test('are hidden from people with whom the player does not share items, and from blocked people', async () => {
    const { platform, anna, ben, seenBy } = await start(kind)
    const carl = await registerPerson(platform, 'Carl')
    await blockUser(platform, anna, { username: 'Ben' })
    expect([await seenBy(), await seenBy(carl), await seenBy(anna)]).toEqual([
      'hidden',
      ['Second', 'First'],
      ['Second', 'First'],
    ])
    await updatePrivacy(platform, anna, { inventory: 'Nobody' })
    expect([await seenBy(ben), await seenBy(carl)]).toEqual(['hidden', 'hidden'])
  })

  test('are not listed for a game that is private or taken down', async () => {
    const { platform, place, seenBy } = await start(kind)
    const change = platform.db.updateTable('places').where('id', '=', place.id)
    await change.set({ private_server: 1 }).execute()
    expect(await seenBy()).toEqual([])
    await change.set({ private_server: 0, visibility: 'Moderated' }).execute()
    expect(await seenBy()).toEqual([])
  })

  test('are erased with the account', async () => {
    const { platform, anna, seenBy, place, first, maker } = await start(kind)
    await eraseAwards(platform, anna.id)
    expect(await seenBy()).toEqual([])
    expect((await viewBadge(platform, maker, { id: place.id, badge: first })).badge.awarded).toBe(0)
  })
})
