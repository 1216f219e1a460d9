import { describe, expect, test } from 'vitest'
import { ofPlayer } from '../../testing/data-game.ts'
import { startLeaderboards, weekly } from '../../testing/leaderboards.ts'
import { databases } from '../../testing/platforms.ts'
import { erasePlayersData } from '../erase.ts'
import { editDataEntry } from '../pages/change-entry.ts'
import { removeScore } from '../pages/remove-score.ts'
import { viewLeaderboards } from '../pages/view-leaderboard.ts'

describe.each(databases)('leaderboards on %s', (kind) => {
  test('lose the score of a player whom the maker removes, who begins again', async () => {
    const { platform, declare, enterAs, server, listed, maker, place } = await startLeaderboards(kind)
    await declare()
    const { number } = await enterAs('Ada')
    await server.put(ofPlayer(number), '99')
    await removeScore(platform, maker, { id: place.id, store: 'coins', player: number, reason: 'A bug' })
    expect(await listed()).toEqual([])
    const looks = await platform.db.selectFrom('data_looks').select(['action', 'reason']).execute()
    expect(looks).toEqual([{ action: 'removescore', reason: 'A bug' }])
    await server.put(ofPlayer(number), '3')
    expect(await listed()).toEqual([[1, 'Ada', 3]])
  })

  test('refuse removals by others, without a reason, and of players without a score', async () => {
    const { platform, declare, enterAs, server, maker, place } = await startLeaderboards(kind)
    await declare()
    const { number, actor } = await enterAs('Ada')
    const removal = { id: place.id, store: 'coins', player: number, reason: 'A bug' }
    await expect(removeScore(platform, maker, removal)).rejects.toMatchObject({
      problem: { code: 'data.score_not_found' },
    })
    await server.put(ofPlayer(number), '9')
    await expect(removeScore(platform, maker, { ...removal, reason: ' ' })).rejects.toMatchObject({
      problems: { reason: { code: 'data.reason_missing' } },
    })
    await expect(removeScore(platform, actor, removal)).rejects.toMatchObject({ reason: 'forbidden' })
  })

  test('show the value that the maker gives an entry', async () => {
    const { platform, declare, enterAs, server, listed, maker, place } = await startLeaderboards(kind)
    await declare()
    const { number, leave } = await enterAs('Ada')
    const version = await server.put(ofPlayer(number), '9')
    await leave()
    platform.pass(60_000)
    await editDataEntry(platform, maker, { id: place.id, ...ofPlayer(number), version, value: '4' })
    expect(await listed()).toEqual([[1, 'Ada', 4]])
  })

  test('lose the scores of an account that is erased', async () => {
    const { platform, declare, enterAs, server, listed } = await startLeaderboards(kind)
    await declare()
    const { number, actor } = await enterAs('Ada')
    await server.put(ofPlayer(number), '9')
    await erasePlayersData(platform, actor.id)
    expect(await listed()).toEqual([])
  })

  test('are shown with their best five scores', async () => {
    const { platform, declare, enterAs, server, place } = await startLeaderboards(kind)
    await declare()
    await declare({ ...weekly, title: 'Fewest deaths', period: 'none', keep: 'last' }, 'deaths')
    for (let at = 0; at < 6; at++) {
      const { number } = await enterAs(`Player${at}`)
      await server.put(ofPlayer(number), String(at))
    }
    const { boards, count } = await viewLeaderboards(platform, place.id)
    expect([count, boards]).toMatchObject([
      2,
      [
        { title: 'Fewest deaths', period: 'none', ends: null, best: [] },
        { title: 'Most coins', period: 'week', ends: Date.parse('2026-11-23') },
      ],
    ])
    expect(boards[1]?.best.map(({ score }) => score)).toEqual([5, 4, 3, 2, 1])
  })
})
