import { expect, test } from 'vitest'
import { lockUser } from '../accounts/queries.ts'
import { takeSeats } from '../places/sessions/join.ts'
import { findPlaying } from '../places/sessions/queries.ts'
import { updateNetwork } from '../places/settings.ts'
import { during } from '../testing/during.ts'
import { registerPerson, sender } from '../testing/people.ts'
import { openTestPlatform } from '../testing/platforms.ts'
import { createPublishedPlace } from '../testing/published-place.ts'
import { createParty, joinParty } from './membership.ts'
import { playTogether } from './play.ts'
import { viewParty } from './view.ts'

test('a call to a place does not move a member who starts to play meanwhile', async () => {
  const platform = await openTestPlatform('PostgreSQL')
  const { db } = platform
  const anna = await registerPerson(platform, 'Anna')
  const ben = await registerPerson(platform, 'Ben')
  await createParty(platform, anna)
  await joinParty(platform, ben, { code: (await viewParty(platform, anna))?.code ?? '' })
  const harbour = await createPublishedPlace(platform, anna, { name: 'Harbour' })
  const castle = await createPublishedPlace(platform, anna, { name: 'Castle' })
  await updateNetwork(platform, anna, { id: harbour.id, dedicated: 'off', maxPlayers: '5' })
  const now = platform.now()
  await during(
    db,
    async (trx) => {
      await lockUser(trx, ben.id)
      await takeSeats(trx, castle.id, [ben.id], now)
      await trx.updateTable('playing_records').set({ started: now, last_ping: now }).execute()
    },
    () => playTogether(platform, anna, { id: String(harbour.id) }, sender),
  )
  expect(await findPlaying(db, now, [ben.id])).toMatchObject([{ name: 'Castle' }])
})
