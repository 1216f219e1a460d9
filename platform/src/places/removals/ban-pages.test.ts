import { expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { putBan } from '../bans/queries.ts'
import { bansPerPage } from '../bans/rules.ts'
import { viewPlacePlayers } from './view-players.ts'

test.each(databases)(
  'the list of bans on %s has every ban once, the newest on its first page',
  async (kind) => {
    const platform = await openTestPlatform(kind)
    const maker = await registerPerson(platform, 'Maker')
    const { id } = await createPublishedPlace(platform, maker, { name: 'Beach' })
    const names = Array.from({ length: bansPerPage + 3 }, (_, at) => `Player_${at}`)
    for (const [at, name] of names.entries()) {
      const { id: user_id } = await registerPerson(platform, name)
      // Bans of one moment are on both pages.
      const created = at < 6 ? 1_000 : 1_000 + at
      await putBan(platform.db, {
        place_id: id,
        user_id,
        reason: 'Rude',
        created,
        expires: null,
        banned_by: maker.id,
      })
    }
    const first = await viewPlacePlayers(platform, maker, { id })
    const second = await viewPlacePlayers(platform, maker, { id, cursor: first.next })
    expect([first.bans.length, second.bans.length, second.next]).toEqual([bansPerPage, 3, null])
    expect(first.bans[0]).toMatchObject({ username: names.at(-1), bannedBy: 'Maker' })
    const listed = [...first.bans, ...second.bans]
    expect(listed.map(({ username }) => username).toSorted()).toEqual(names.toSorted())
    const times = listed.map(({ created }) => created)
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    await expect(viewPlacePlayers(platform, maker, { id, cursor: 'x' })).rejects.toMatchObject({
      reason: 'invalid',
    })
  },
)
