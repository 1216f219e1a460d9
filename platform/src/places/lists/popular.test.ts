import { minute } from '@baseplate/service/clock'
import { expect, test } from 'vitest'
import { databases } from '../../testing/platforms.ts'
import { redeemTicket } from '../servers/redeem.ts'
import { joinPlace } from '../sessions/join.ts'
import { tallyVisits } from '../visits/tally.ts'
import { listPopularPlaces } from './list.ts'
import { addPlaces, startForLists } from './testing/places.ts'

test.each(databases)(
  'popular places on %s begin with played places and end with the newest ones',
  async (kind) => {
    const { platform, maker, player } = await startForLists(kind)
    let age = 0
    const names = ['Newest', 'Visited', 'Played', 'Older']
    const ids = await addPlaces(platform, names, maker, () => age++)
    const idOf = (name: string) => ids[names.indexOf(name)] ?? 0
    for (const name of ['Visited', 'Played']) {
      const { ticket } = await joinPlace(platform, player, { id: idOf(name) })
      await redeemTicket(platform, ticket, undefined)
      platform.pass(6 * minute)
      await platform.db
        .updateTable('playing_records')
        .set({ last_ping: platform.now() })
        .where('ticket', '=', ticket)
        .execute()
    }
    await tallyVisits(platform)
    const listed = async (limit: number) => (await listPopularPlaces(platform, limit)).map(({ name }) => name)
    const all = ['Played', 'Visited', 'Newest', 'Older']
    expect(await listed(9)).toEqual(all)
    expect(await listed(3)).toEqual(all.slice(0, 3))
  },
)
