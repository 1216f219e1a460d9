import { expect, test } from 'vitest'
import { second } from '../../foundation/clock.ts'
import { databases } from '../../testing/platforms.ts'
import { joinPlace } from '../sessions/join.ts'
import { redeemTicket } from '../sessions/redeem.ts'
import { tallyVisits } from '../visits/tally.ts'
import { listPopularPlaces } from './list.ts'
import { addPlaces, startForLists } from './testing/places.ts'

test.each(databases)(
  'popular places on %s begin with played places and end with places without a file',
  async (kind) => {
    const { platform, maker, player } = await startForLists(kind)
    let age = 0
    const names = ['Empty', 'Newest with a file', 'Visited', 'Played', 'Older with a file']
    const ids = await addPlaces(platform, names, maker, () => age++)
    const idOf = (name: string) => ids[names.indexOf(name)] ?? 0
    for (const name of ['Newest with a file', 'Older with a file'])
      await platform.db.updateTable('places').set({ data_size: 1 }).where('id', '=', idOf(name)).execute()
    for (const name of ['Visited', 'Played']) {
      const { ticket } = await joinPlace(platform, player, idOf(name))
      await redeemTicket(platform, ticket, undefined)
      platform.pass(second)
    }
    await tallyVisits(platform)
    const listed = async (limit: number) => (await listPopularPlaces(platform, limit)).map(({ name }) => name)
    const all = ['Played', 'Visited', 'Newest with a file', 'Older with a file', 'Empty']
    expect(await listed(9)).toEqual(all)
    expect(await listed(3)).toEqual(all.slice(0, 3))
  },
)
