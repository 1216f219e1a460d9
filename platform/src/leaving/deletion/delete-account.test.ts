import { expect, test } from 'vitest'
import { createParty, joinParty } from '../../parties/membership.ts'
import { viewParty } from '../../parties/view.ts'
import { redeemTicket } from '../../places/servers/redeem.ts'
import { joinPlace } from '../../places/sessions/join.ts'
import { joinOrWait } from '../../places/sessions/join-or-wait.ts'
import { listen } from '../../testing/inboxes.ts'
import { device, password, registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { deleteAccount } from './delete-account.ts'

test.each(databases)('on %s, a player who deletes the account leaves game, line and party', async (kind) => {
  const platform = await openTestPlatform(kind)
  await registerPerson(platform, 'Founder')
  const ada = await registerPerson(platform, 'Ada')
  const zoe = await registerPerson(platform, 'Zoe')
  const { id: played } = await createPublishedPlace(platform, ada, { name: 'Harbour' })
  const { id: full } = await createPublishedPlace(platform, ada, { name: 'Cabin' })
  const { id: own } = await createPublishedPlace(platform, zoe, { name: 'Attic' })
  await platform.db.updateTable('places').set({ max_players: 1 }).where('id', '=', full).execute()
  await joinPlace(platform, ada, { id: full })
  await joinPlace(platform, await registerPerson(platform, 'Guest'), { id: own })
  const { ticket } = await joinPlace(platform, zoe, { id: played })
  await redeemTicket(platform, ticket, undefined)
  expect(await joinOrWait(platform, zoe, { id: full })).toEqual({ position: 1 })
  await createParty(platform, ada)
  await joinParty(platform, zoe, { code: (await viewParty(platform, ada))?.code ?? '' })
  const page = await listen(platform, ada)

  await deleteAccount(platform, zoe, { password }, device)

  const open = platform.db.selectFrom('playing_records').select('place_id').where('ended', 'is', null)
  expect(await open.execute()).toEqual([{ place_id: full }])
  expect(await platform.db.selectFrom('place_line').select('user_id').execute()).toEqual([])
  expect((await viewParty(platform, ada))?.members.map(({ username }) => username)).toEqual(['Ada'])
  await expect.poll(() => page.events).toContainEqual({ type: 'changed', topic: 'party' })
  page.leave()
})
