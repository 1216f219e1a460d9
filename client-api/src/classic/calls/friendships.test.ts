import { updatePrivacy } from '@baseplate/platform/accounts/door'
import { acceptRequest, findRelation, requestFriendship } from '@baseplate/platform/social/door'
import { expect, test } from 'vitest'
import { type Caller, expectAnswers, type Row, registerCaller } from '../../testing/callers.ts'
import { makePlace, startClientApi, type TestClientApi } from '../../testing/client-api.ts'

const befriend = async ({ platform }: TestClientApi, { actor }: Caller, other: Caller) => {
  await requestFriendship(platform, actor, { username: other.actor.username })
  await acceptRequest(platform, other.actor, { username: actor.username })
}

/** Ben is a friend of Anna, and of Cleo, who shows her friends to nobody. */
async function start() {
  const api = await startClientApi()
  const anna = await registerCaller(api, 'Anna')
  const ben = await registerCaller(api, 'Ben')
  const cleo = await registerCaller(api, 'Cleo')
  await befriend(api, anna, ben)
  await befriend(api, ben, cleo)
  await updatePrivacy(api.platform, cleo.actor, { friends: 'Nobody' })
  return { api, anna, ben, cleo }
}

test('lists friends among the players that a server names, as far as the caller may know', async () => {
  const { api, anna, ben, cleo } = await start()
  const [a, b, c] = [anna.number, ben.number, cleo.number]
  const social = '/Game/LuaWebService/HandleSocialRequest.ashx?method='
  const value = (is: boolean) => `200 <Value Type="boolean">${is}</Value>`
  const rows: Row[] = [
    [`/Game/AreFriends?userId=${a}&otherUserIds=${c},${b},${b},x,0`, `200 S${b},`],
    [`/Friend/AreFriends?userId=${b}&otherUserIds=${c}&otherUserIds=${a}`, `200 S${c},${a},`],
    ['/Game/AreFriends', `200 S${b},`, undefined, `userId=${a}&otherUserIds=${b}`],
    [`/Game/AreFriends?userId=1&otherUserIds=${b}`, '200 S'],
    ['/Game/AreFriends', '200 S'],
    [`/Game/AreFriends?userId=${c}&otherUserIds=${b}`, '200 S'],
    [`/Game/AreFriends?userId=${c}&otherUserIds=${b}`, '200 S', anna],
    [`/Game/AreFriends?userId=${c}&otherUserIds=${b}`, `200 S${b},`, ben],
    [`/Game/AreFriends?userId=${c}&otherUserIds=${b}`, `200 S${b},`, cleo],
    [`${social}IsFriendsWith&playerid=${a}&userid=${b}`, value(true)],
    [`${social}isfriendswith&playerId=${a}&userId=${c}`, value(false)],
    [`${social}IsFriendsWith&playerid=${c}&userid=${b}`, value(false)],
    [`${social}IsFriendsWith&playerid=${c}&userid=${b}`, value(true), ben],
    [`${social}IsFriendsWith&playerid=1&userid=${b}`, value(false)],
    [`${social}IsBestFriendsWith&playerid=${a}&userid=${b}`, value(false)],
    [`${social}Nothing&playerid=${a}`, '400 Invalid Request'],
    ['/Game/LuaWebService/HandleSocialRequest.ashx', '400 Invalid Request'],
  ]
  await expectAnswers(api, rows)
})

test('a game server changes no friendship of players who are not verified in it', async () => {
  const { api, anna, cleo } = await start()
  const { serverTicket } = await makePlace(api.platform)
  const form = `firstUserId=${anna.number}&secondUserId=${cleo.number}&requesterUserId=${anna.number}&requestedUserId=${cleo.number}`
  const paths = [
    '/Game/CreateFriend',
    '/Friend/CreateFriend',
    '/Friend/CreateFriendRequest',
    '/Game/BreakFriend',
  ]
  const rows = paths.flatMap((path): Row[] => [
    [path, '400 Invalid Request', anna, form],
    [`${path}?ticket=${'x'.repeat(32)}`, '400 Invalid Server ticket', undefined, form],
    [`${path}?ticket=${serverTicket}`, '200 ', undefined, form],
    [`${path}?ticket=${serverTicket}&${form}`, '200 '],
  ])
  await expectAnswers(api, rows)
  expect(await findRelation(api.platform.db, anna.actor.id, cleo.actor.id)).toMatchObject({
    friends: false,
    outgoingRequest: false,
  })
})
