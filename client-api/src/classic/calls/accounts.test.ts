import { storeAsset } from '@baseplate/platform/assets/door'
import { createPlace } from '@baseplate/platform/places/create'
import { createPublishedPlace } from '@baseplate/platform/testing/published-place'
import { expect, test } from 'vitest'
import { expectAnswers, type Row, registerCaller } from '../../testing/callers.ts'
import { startClientApi } from '../../testing/client-api.ts'

async function start() {
  const api = await startClientApi()
  const founder = await registerCaller(api, 'Founder')
  const anna = await registerCaller(api, 'Anna')
  const ben = await registerCaller(api, 'Ben')
  return { api, founder, anna, ben, a: anna.number, b: ben.number }
}

test('accounts are found by number and by name, and players learn their own', async () => {
  const { api, anna, a } = await start()
  const rows: Row[] = [
    [`/users/${a}`, `200 {"Id":${a},"Username":"Anna"}`],
    ['/users/1', '404 User not found'],
    ['/users/99999999999', '404 User not found'],
    ['/users/get-by-username?username=aNNa', `200 {"Id":${a},"Username":"Anna"}`],
    ['/users/get-by-username?username=Nobody', '404 User not found'],
    ['/users/get-by-username', '404 User not found'],
    ['/users/account-info', `200 {"UserId":${a},"Username":"Anna"}`, anna],
    ['/users/account-info', '401 Sign in first'],
    ['/Game/GetCurrentUser.ashx', `200 ${a}`, anna],
    ['/Game/GetCurrentUser.ashx', '200 '],
  ]
  await expectAnswers(api, rows)
})

test('moderated accounts stay known and act no more, and deleted ones are unknown', async () => {
  const { api, anna, ben, a, b } = await start()
  await api.platform.db
    .insertInto('moderation_actions')
    .values({
      user_id: anna.actor.id,
      number: 1,
      type: 'Termination',
      reason: 'x',
      moderator_id: 'x',
      content_type: null,
      content_title: null,
      created: api.platform.now(),
      expires: null,
      ended: null,
      ending: null,
      ended_by: null,
    })
    .execute()
  await api.platform.db
    .insertInto('departures')
    .values({ user_id: ben.actor.id, requested: 0, due: 1, started: null })
    .execute()
  await expectAnswers(api, [
    [`/users/${a}`, `200 {"Id":${a},"Username":"Anna"}`],
    ['/Game/GetCurrentUser.ashx', '200 ', anna],
    ['/users/account-info', '403 Your account is moderated', anna],
    ['/user/follow', '403 Your account is moderated', anna, `followedUserId=${a}`],
    [`/users/${b}`, '404 User not found'],
    ['/users/get-by-username?username=Ben', '404 User not found'],
    ['/Game/GetCurrentUser.ashx', '200 ', ben],
  ])
})

test('makers and moderators manage a place or an item, as far as the caller sees it', async () => {
  const { api, founder, anna, ben, a, b } = await start()
  const { platform } = api
  const open = await createPublishedPlace(platform, anna.actor, { name: 'Harbour' })
  const hidden = await createPlace(platform, anna.actor, { name: 'Cellar' })
  await platform.db.updateTable('places').set({ private_server: 1 }).where('id', '=', hidden.id).execute()
  const hat = { type: 8, name: 'Straw hat' } as const
  const item = await storeAsset(platform, { ...anna.actor, permissionLevel: 3 }, hat, [Buffer.from('hat')])
  const pending = await storeAsset(platform, anna.actor, hat, [Buffer.from('other hat')])
  const row = (number: number, id: string | number, can: boolean, caller?: typeof anna): Row => [
    `/users/${number}/canmanage/${id}`,
    `200 {"Success":true,"CanManage":${can}}`,
    caller,
  ]
  expect(founder.actor.permissionLevel).toBe(5)
  await expectAnswers(api, [
    row(a, open.id, true),
    row(b, open.id, false),
    row(founder.number, open.id, true),
    row(a, hidden.id, false),
    row(a, hidden.id, false, ben),
    row(a, hidden.id, true, anna),
    row(a, item.id, true),
    row(b, item.id, false),
    row(a, pending.id, false),
    row(1, open.id, false),
    row(a, 1, false),
    row(a, '99999999999999999999', false),
  ])
})
