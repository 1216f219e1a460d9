import { day, minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { permissionLevel } from '../accounts/rules.ts'
import { commentOnAsset } from '../assets/comments/comment.ts'
import { storeAsset } from '../assets/files/store-asset.ts'
import { buyAsset } from '../assets/ownership/buy.ts'
import { exportAssetStatistics, viewAssetStatistics } from '../assets/statistics/view.ts'
import { blockUser } from '../blocking/block.ts'
import { commentOnPlace } from '../places/comments/comment.ts'
import { redeemTicket } from '../places/servers/redeem.ts'
import { joinPlace } from '../places/sessions/join.ts'
import { tallyVisits } from '../places/visits/tally.ts'
import { voteOnPlace } from '../places/votes/vote.ts'
import { startTestEconomy } from '../testing/economy.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { createPublishedPlace } from '../testing/published-place.ts'
import { viewOverview } from './overview.ts'

const unit = 1_000_000

describe.each(databases)('a maker on %s', (kind) => {
  async function start() {
    const economy = await startTestEconomy()
    const platform = await openTestPlatform(kind, {}, { ECONOMY_URL: economy.address })
    const maker = { ...(await registerPerson(platform, 'Maker')), permissionLevel: permissionLevel.verified }
    const player = await registerPerson(platform, 'Player')
    await economy.mint(player, 100 * unit)
    const { id: placeId } = await createPublishedPlace(platform, maker, { name: 'Harbour', description: '' })
    const sell = async (price: number, visibility: 'Visible' | 'Pending' = 'Visible') => {
      const { id } = await storeAsset(platform, maker, { type: 8, name: 'Straw hat' }, [Buffer.from('hat')])
      const set = platform.db.updateTable('assets').set({ price, for_sale: 1, visibility })
      await set.where('id', '=', id).execute()
      return id
    }
    return { platform, maker, player, placeId, sell }
  }

  test('sees sales and their proceeds, which other users do not see', async () => {
    const { platform, maker, player, sell } = await start()
    const paid = await sell(12_345_678)
    const free = await sell(0)
    await buyAsset(platform, player, paid, {})
    await buyAsset(platform, player, free, {})
    const newest = async (id: number, by: string) =>
      (await viewAssetStatistics(platform, maker, id, { by })).statistics.at(-1)
    for (const by of ['hour', 'day', 'month'])
      expect(await newest(paid, by)).toMatchObject({ sales: 1, proceeds: 12_345_678 - 1_234_567 })
    expect(await newest(free, 'day')).toMatchObject({ sales: 1, proceeds: 0 })
    expect((await exportAssetStatistics(platform, maker, paid, {})).statistics).toHaveLength(1)
    await expect(viewAssetStatistics(platform, player, paid, {})).rejects.toMatchObject({ reason: 'missing' })
  })

  test('sees the last 24 hours beside the 24 hours before', async () => {
    const { platform, maker, player, placeId, sell } = await start()
    const item = await sell(unit)
    await sell(unit, 'Pending')
    const { ticket } = await joinPlace(platform, player, { id: placeId })
    await redeemTicket(platform, ticket, undefined)
    await tallyVisits(platform)
    const from = { address: '1' }
    await commentOnPlace(platform, player, placeId, { content: 'Nice boats' }, from)
    await commentOnPlace(platform, maker, placeId, { content: 'Thank you' }, from)
    await commentOnPlace(platform, await registerPerson(platform, 'Rude'), placeId, { content: 'Boo' }, from)
    await blockUser(platform, maker, { username: 'Rude' })
    await voteOnPlace.like(platform, player, { id: placeId })
    const nothing = { visits: 0, newPlayers: 0, likes: 0, dislikes: 0, comments: 0, sales: 0, proceeds: 0 }
    const first = { ...nothing, visits: 1, newPlayers: 1, likes: 1, comments: 1 }
    expect(await viewOverview(platform, maker)).toMatchObject({
      places: [{ id: placeId, playerCount: 1, lately: { visits: 1, likes: 1 }, before: { visits: 0 } }],
      lately: first,
      before: nothing,
      hours: [...Array.from({ length: 23 }, () => ({ visits: 0, sales: 0 })), { visits: 1, sales: 0 }],
      newComments: [{ content: 'Nice boats', author: 'Player', subject: { about: 'place', id: placeId } }],
      unapproved: { pending: 1, moderated: 0 },
    })
    platform.pass(day)
    await buyAsset(platform, player, item, {})
    platform.pass(minute)
    await commentOnAsset(platform, player, item, { content: 'Warm' }, from.address)
    expect(await viewOverview(platform, maker)).toMatchObject({
      lately: { ...nothing, comments: 1, sales: 1, proceeds: 900_000 },
      before: first,
      newComments: [{ content: 'Warm', subject: { about: 'asset', id: item } }],
    })
  })
})
