import { expect, test, vi } from 'vitest'
import { enqueueFollowUp, listFollowUps } from '../../foundation/follow-ups.ts'
import { followUpPriority } from '../../foundation/tables.ts'
import { redeemTicket } from '../../places/servers/redeem.ts'
import { joinPlace } from '../../places/sessions/join.ts'
import { startWithPlace, takingDown } from '../../testing/place-world.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createFollowUps } from './follow-ups.ts'

test.each(databases)('keeps a failing step on %s and runs the others', async (kind) => {
  const platform = await openTestPlatform(kind)
  const { db } = platform
  await platform.followUps.close()
  await enqueueFollowUp(db, { subject: 'asset:1', step: 'unknown', priority: followUpPriority.urgent })
  await enqueueFollowUp(db, { subject: 'place:2', step: 'end-sessions', priority: followUpPriority.normal })
  const enforce = vi.fn(async () => {})
  const followUps = createFollowUps({ ...platform, takedownEnforcement: { enforce } })
  await vi.waitFor(async () => expect(await listFollowUps(db, 10)).toMatchObject([{ step: 'unknown' }]))
  await followUps.close()
  expect(enforce).toHaveBeenCalledOnce()
})

test.each(databases)('resumes on %s after a crash that followed a takedown', async (kind) => {
  const { platform, moderator, player, id, change } = await startWithPlace(kind)
  const { ticket } = await joinPlace(platform, player, { id })
  await redeemTicket(platform, ticket, undefined)
  const playing = () =>
    platform.db.selectFrom('playing_records').select('ticket').where('ended', 'is', null).execute()
  await platform.followUps.close()
  vi.spyOn(platform.followUps, 'runNow').mockResolvedValue()
  await change(moderator, takingDown)
  expect(await playing()).toHaveLength(1)
  const restarted = createFollowUps(platform)
  await vi.waitFor(async () => expect(await playing()).toEqual([]))
  await vi.waitFor(async () => expect(await listFollowUps(platform.db, 1)).toEqual([]))
  await restarted.close()
})
