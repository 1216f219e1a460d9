import { expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { addRun } from './queries.ts'
import { requireShare } from './shares.ts'

test.each(databases)('limits the servers of one owner and of one starter on %s', async (kind) => {
  const platform = await openTestPlatform(kind, {
    Orchestrator: { ServersPerOwner: 2, ServersPerStarter: 3 },
  })
  const { db, config } = platform
  const maker = await registerPerson(platform, 'Maker')
  const other = await registerPerson(platform, 'Other')
  const player = await registerPerson(platform, 'Player')
  const make = async (owner: typeof maker, name: string) => ({
    id: (await createPublishedPlace(platform, owner, { name })).id,
    owner_id: owner.id,
  })
  const [one, two, three] = [await make(maker, 'One'), await make(maker, 'Two'), await make(maker, 'Three')]
  const [four, five] = [await make(other, 'Four'), await make(player, 'Five')]
  const run = (place: { id: number }) => addRun(db, place.id, { now: platform.now(), startedBy: player.id })
  for (const place of [one, one, two]) await run(place)
  await expect(requireShare(db, config, three, other.id)).rejects.toMatchObject({
    reason: 'limited',
    problem: { code: 'servers.owner_share' },
  })
  // Its own server already counts.
  await requireShare(db, config, two, other.id)
  await requireShare(db, config, four, player.id)
  await run(four)
  await expect(requireShare(db, config, five, player.id)).rejects.toMatchObject({
    problem: { code: 'servers.starter_share' },
  })
  await requireShare(db, config, five, other.id)
})
