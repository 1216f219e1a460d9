import { minute } from '@baseplate/service/clock'
import { expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { OrchestratorFailure } from './client.ts'
import { addRun } from './queries.ts'
import { requireShare } from './shares.ts'

const owners = { reason: 'limited', problem: { code: 'servers.owner_share' } }
const starters = { reason: 'limited', problem: { code: 'servers.starter_share' } }

/** Starts with games of a maker and of another, and with a share of two servers per owner and of three per starter. */
async function start(kind: (typeof databases)[number]) {
  const opened = await openTestPlatform(kind)
  const running = new Map<string, 'ready' | 'failed'>()
  const platform = {
    db: opened.db,
    now: opened.now,
    config: { Orchestrator: { ServersPerOwner: 2, ServersPerStarter: 3 } },
    orchestrator: {
      servers: async () => ({
        at: opened.now(),
        servers: [...running].map(([run, state]) => ({ placeId: 0, state, run })),
      }),
    },
  }
  const maker = await registerPerson(opened, 'Maker')
  const other = await registerPerson(opened, 'Other')
  const player = await registerPerson(opened, 'Player')
  const make = async (owner: typeof maker, name: string) => ({
    id: (await createPublishedPlace(opened, owner, { name })).id,
    owner_id: owner.id,
  })
  const places = [await make(maker, 'One'), await make(maker, 'Two'), await make(maker, 'Three')] as const
  /** Lets the player start a server. Returns its run. */
  const run = async (place: { id: number }) =>
    (await addRun(opened.db, place.id, { now: opened.now(), startedBy: player.id })).id
  return { platform, running, other, player, make, places, run, pass: opened.pass }
}

test.each(databases)('limits the servers of one owner and of one starter on %s', async (kind) => {
  const { platform, other, player, make, places, run } = await start(kind)
  const [one, two, three] = places
  const [four, five] = [await make(other, 'Four'), await make(player, 'Five')]
  for (const place of [one, one, two]) await run(place)
  await expect(requireShare(platform, three, other.id)).rejects.toMatchObject(owners)
  // Its own server already counts.
  await requireShare(platform, two, other.id)
  await requireShare(platform, four, player.id)
  await run(four)
  await expect(requireShare(platform, five, player.id)).rejects.toMatchObject(starters)
  await requireShare(platform, five, other.id)
})

test('counts servers that run, and starts that may still succeed', async () => {
  const { platform, running, other, places, run, pass } = await start('SQLite')
  const [one, two, three] = places
  const runs = [await run(one), await run(two)] as const
  const refused = () => expect(requireShare(platform, three, other.id)).rejects.toMatchObject(owners)
  await refused()
  for (const id of runs) running.set(id, 'ready')
  pass(minute)
  await refused()
  running.set(runs[0], 'failed')
  await requireShare(platform, three, other.id)
  running.delete(runs[0])
  await requireShare(platform, three, other.id)
})

test('counts every recorded start while the orchestrator cannot be asked', async () => {
  const { platform, other, places, run, pass } = await start('SQLite')
  const [one, two, three] = places
  for (const place of [one, two]) await run(place)
  pass(minute)
  const silent = { servers: () => Promise.reject(new OrchestratorFailure('it is away')) }
  await expect(requireShare({ ...platform, orchestrator: silent }, three, other.id)).rejects.toMatchObject(
    owners,
  )
})
