import { blockUser } from '@baseplate/platform/blocking/door'
import { test } from 'vitest'
import { expectAnswers, type Row, registerCaller } from '../../testing/callers.ts'
import { startClientApi } from '../../testing/client-api.ts'

async function start() {
  const api = await startClientApi()
  const anna = await registerCaller(api, 'Anna')
  const ben = await registerCaller(api, 'Ben')
  const cleo = await registerCaller(api, 'Cleo')
  return { api, anna, ben, cleo, a: anna.number, b: ben.number, c: cleo.number }
}

const success = '200 {"success":true,"message":"Success"}'
const counted = (count: number) => `200 {"success":true,"message":"Success","count":${count}}`
const blocked = (...numbers: number[]) =>
  `200 {"success":true,"userList":[${numbers.join()}],"total":${numbers.length}}`

test('players become friends and stop being friends', async () => {
  const { api, anna, ben, a, b } = await start()
  const rows: Row[] = [
    ['/user/request-friendship', success, anna, `recipientUserId=${b}`],
    ['/user/decline-friend-request', success, ben, `requesterUserId=${a}`],
    ['/user/accept-friend-request', '400 No friend request to accept', ben, `requesterUserId=${a}`],
    [`/user/request-friendship?recipientUserId=${b}`, success, anna, ''],
    [`/user/get-friendship-count?userId=${a}`, counted(0)],
    ['/user/accept-friend-request', success, ben, `requesterUserId=${a}`],
    [`/user/get-friendship-count?userId=${a}`, counted(1)],
    ['/user/get-friendship-count', counted(1), ben],
    ['/user/get-friendship-count', counted(0)],
    ['/user/get-friendship-count?userId=1', counted(0), ben],
    ['/user/unfriend', success, anna, `friendUserId=${b}`],
    ['/user/get-friendship-count', counted(0), ben],
  ]
  await expectAnswers(api, rows)
})

test('players follow others, and everybody sees it', async () => {
  const { api, anna, a, b, c } = await start()
  const follows = (is: boolean) => `200 {"success":true,"isFollowing":${is}}`
  const rows: Row[] = [
    ['/user/follow', success, anna, `followedUserId=${b}`],
    [`/user/following-exists?userId=${b}&followerUserId=${a}`, follows(true)],
    [`/user/following-exists?userId=${a}&followerUserId=${b}`, follows(false)],
    [`/user/following-exists?userId=1&followerUserId=${a}`, follows(false)],
    [
      '/user/multi-following-exists',
      `200 {"FollowingDetails":[{"UserId1":${a},"UserId2":${c},"User1FollowsUser2":false,"User2FollowsUser1":false},{"UserId1":${a},"UserId2":${b},"User1FollowsUser2":true,"User2FollowsUser1":false}]}`,
      undefined,
      JSON.stringify({ userId: a, otherUserIds: [c, 1, b] }),
    ],
    [
      '/user/multi-following-exists',
      `200 {"FollowingDetails":[{"UserId1":${b},"UserId2":${a},"User1FollowsUser2":false,"User2FollowsUser1":true}]}`,
      undefined,
      `userId=${b}&otherUserIds=${a}`,
    ],
    ['/user/multi-following-exists', '200 {"FollowingDetails":[]}', undefined, '{"userId":1}'],
    ['/user/multi-following-exists', '400 Invalid Request', undefined, '{"userId"'],
    ['/user/unfollow', success, anna, `followedUserId=${b}`],
    [`/user/following-exists?userId=${b}&followerUserId=${a}`, follows(false)],
  ]
  await expectAnswers(api, rows)
})

test('players block and unblock others', async () => {
  const { api, anna, ben, b, c } = await start()
  const rows: Row[] = [
    ['/userblock/getblockedusers', blocked()],
    ['/userblock/block', success, anna, `userId=${b}`],
    ['/userblock/getblockedusers?userId=1&page=1', blocked(b), anna],
    ['/userblock/getblockedusers', blocked(), ben],
    ['/userblock/unblock', success, anna, `userId=${b}`],
    ['/userblock/unblock', success, anna, `userId=${c}`],
    ['/userblock/getblockedusers', blocked(), anna],
  ]
  await expectAnswers(api, rows)
})

test('the rules of the site hold, and a session changes nothing for another player', async () => {
  const { api, anna, ben, a, b } = await start()
  await blockUser(api.platform, ben.actor, { username: 'Anna' })
  const changes = [
    ['/user/request-friendship', 'recipientUserId'],
    ['/user/accept-friend-request', 'requesterUserId'],
    ['/user/decline-friend-request', 'requesterUserId'],
    ['/user/unfriend', 'friendUserId'],
    ['/user/follow', 'followedUserId'],
    ['/user/unfollow', 'followedUserId'],
    ['/userblock/block', 'userId'],
    ['/userblock/unblock', 'userId'],
  ] as const
  const rows: Row[] = [
    ...changes.flatMap(([path, field]): Row[] => [
      [path, '401 Sign in first', undefined, `${field}=${b}`],
      [path, '404 User not found', anna, `${field}=1`],
      [path, '404 User not found', anna, ''],
    ]),
    [
      '/user/request-friendship',
      '403 This user doesn’t accept friend requests from you',
      anna,
      `recipientUserId=${b}`,
    ],
    ['/user/follow', '403 You can’t follow this user', anna, `followedUserId=${b}`],
    ['/user/follow', "400 You can't friend/follow yourself", anna, `followedUserId=${a}`],
    ['/user/follow', '413 The request is too large', anna, `followedUserId=${'1'.repeat(200_000)}`],
    ['/user/follow', '405 Method not allowed', anna],
  ]
  await expectAnswers(api, rows)
})
