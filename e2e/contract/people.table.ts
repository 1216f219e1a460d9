import { expect } from 'vitest'
import { type Outcome, type Row, toLogin } from '../support/rows/row.ts'
import { followed, follower, friend, requested, requesting, stranger } from '../support/rows/users.ts'

const nobody = { values: { username: 'nobody' }, status: 404, message: 'User not found' }

const view = (when: string, outcome: Outcome): Row => ({
  request: 'GET /user/{username}',
  when,
  by: 'newcomer',
  ...outcome,
})

const noRelation = {
  follower: false,
  following: false,
  friends: false,
  incomingRequest: false,
  outgoingRequest: false,
}

export const profiles: readonly Row[] = [
  view('of another user', {
    given: stranger,
    status: 200,
    shows: {
      username: expect.stringMatching(/^Newcomer_\d+$/),
      id: expect.stringMatching(/^[a-z0-9]+$/),
      description: { id: expect.any(String), text: '', updated: expect.any(Number) },
      permissionLevel: 1,
      followerCount: 0,
      followingCount: 0,
      friendCount: 0,
      ...noRelation,
      places: [],
      posts: [],
      groups: [],
      groupsOwned: [],
    },
  }),
  view('in other letters', {
    values: { username: 'fOUNDER' },
    status: 200,
    shows: { username: 'Founder', permissionLevel: 5 },
  }),
  view('of oneself', { values: { username: 'Player' }, by: 'player', status: 200, shows: noRelation }),
  view('of a user whom one follows', {
    given: followed,
    status: 200,
    shows: { ...noRelation, follower: true, followerCount: 1, followingCount: 0 },
  }),
  view('of a user who follows one', {
    given: follower,
    status: 200,
    shows: { ...noRelation, following: true, followerCount: 0, followingCount: 1 },
  }),
  view('of a friend', {
    given: friend,
    status: 200,
    shows: { ...noRelation, friends: true, friendCount: 1 },
  }),
  ...['nobody', 'an', '%00', 'Player%00', '%E2%84%AAelvin', 'x'.repeat(3000), '%3Cscript%3E'].map(
    (username) =>
      view(`of ${username.slice(0, 20)}, whom nobody is called`, { ...nobody, values: { username } }),
  ),
  view('by a visitor', { values: { username: 'Player' }, ...toLogin }),
  view('of nobody, by a visitor', { values: { username: 'nobody' }, ...toLogin }),
  {
    request: 'GET /user/{username}/{list}',
    when: 'of a list that does not exist',
    by: 'player',
    values: { username: 'Player', list: 'enemies' },
    status: 404,
  },
  ...['followers', 'following', 'friends'].map(
    (list): Row => ({
      request: 'GET /user/{username}/{list}',
      when: `with ${list}`,
      by: 'player',
      values: { username: 'Maker', list },
      status: 200,
      shows: { username: 'Maker', list, people: [], next: null },
    }),
  ),
  ...['/user/{username}/followers', '/user/{username}/x', '/friends'].map(
    (path): Row => ({
      request: `GET ${path}`,
      when: 'by a visitor',
      values: { username: 'nobody' },
      ...toLogin,
    }),
  ),
]

/** An action on the page of another user, after which the page shows these fields to the sender. */
const move = (action: string, when: string, outcome: Outcome): Row => ({
  request: `POST /user/{username}?/${action}`,
  when,
  by: 'newcomer',
  given: stranger,
  ...outcome,
})

const done = (shows: object) => ({ status: 204, afterwards: { request: 'GET /user/{username}', shows } })
const refused = (message: string) => ({ status: 400, message })

const oneself = { by: 'player', values: { username: 'pLAYER' }, given: async () => ({}) } as const
const self = "You can't friend/follow yourself"
const noRequest = 'No friend request to accept'

const everyAction = ['follow', 'unfollow', 'request', 'cancel', 'accept', 'decline', 'unfriend']

export const relations: readonly Row[] = [
  move('follow', 'of a stranger', done({ follower: true, followerCount: 1 })),
  move('follow', 'of a user whom one follows', {
    given: followed,
    ...done({ follower: true, followerCount: 1 }),
  }),
  move('follow', 'of oneself', { ...oneself, ...refused(self) }),
  move('unfollow', 'of a user whom one follows', {
    given: followed,
    ...done({ follower: false, followerCount: 0 }),
  }),
  move('unfollow', 'of a stranger', done({ follower: false })),
  move('unfollow', 'of oneself', { ...oneself, status: 204 }),

  move('request', 'to a stranger', done({ outgoingRequest: true, incomingRequest: false, friends: false })),
  move('request', 'to a user whom one has asked', { given: requested, ...done({ outgoingRequest: true }) }),
  move('request', 'to a user who has asked', {
    given: requesting,
    ...done({ friends: true, friendCount: 1, incomingRequest: false }),
  }),
  move('request', 'to a friend', { given: friend, ...refused('Already friends') }),
  move('request', 'to oneself', { ...oneself, ...refused(self) }),
  move('cancel', 'after a request', {
    given: requested,
    ...done({ outgoingRequest: false, friends: false }),
  }),
  move('cancel', 'without a request', done(noRelation)),
  move('accept', 'of a request', {
    given: requesting,
    ...done({ friends: true, friendCount: 1, incomingRequest: false }),
  }),
  move('accept', 'without a request', refused(noRequest)),
  move('accept', 'of one’s own request', { given: requested, ...refused(noRequest) }),
  move('accept', 'of oneself', { ...oneself, ...refused(noRequest) }),
  move('decline', 'of a request', { given: requesting, ...done({ incomingRequest: false, friends: false }) }),
  move('decline', 'without a request', done(noRelation)),
  move('unfriend', 'of a friend', { given: friend, ...done({ friends: false, friendCount: 0 }) }),
  move('unfriend', 'of a stranger', done(noRelation)),

  ...everyAction.flatMap((action) => [
    move(action, 'of nobody', { ...nobody, given: async () => nobody.values }),
    move(action, 'by a visitor', { ...toLogin, values: { username: 'nobody' }, given: async () => ({}) }),
  ]),
]

const rerender = (when: string, outcome: Outcome): Row => ({
  request: 'POST /user/{username}?/rerender',
  when,
  values: { username: 'Player' },
  ...outcome,
})

const notAdministrator = { status: 403, message: 'Only administrators can request a new render' }

export const rendering: readonly Row[] = [
  rerender('by an administrator', {
    by: 'administrator',
    status: 200,
    shows: {
      avatar: expect.stringMatching(/^\/api\/avatar\/Player\?since=\d+$/),
      avatarBody: expect.stringMatching(/^\/api\/avatar\/Player-body\?since=\d+$/),
    },
  }),
  rerender('of nobody, by an administrator', { by: 'administrator', ...nobody }),
  ...(['player', 'moderator'] as const).flatMap((by) => [
    rerender(`by a ${by}`, { by, ...notAdministrator }),
    rerender(`of nobody, by a ${by}`, { by, values: nobody.values, ...notAdministrator }),
  ]),
  rerender('by a visitor', toLogin),
]

const note = (when: string, { given, shows }: { given: Row['given']; shows: object }): Row => ({
  request: 'GET /notifications',
  when,
  by: 'newcomer',
  ...(given && { given }),
  status: 200,
  shows,
})

const notification = (type: string) => ({
  id: expect.any(Number),
  type,
  note: expect.any(String),
  sender: expect.stringMatching(/^Newcomer_\d+$/),
  link: expect.any(String),
  read: false,
  created: expect.any(Number),
})

export const notifications: readonly Row[] = [
  note('after nothing', { given: stranger, shows: { notifications: [], unread: 0, next: null } }),
  note('after a follow', {
    given: follower,
    shows: { notifications: [notification('follow')], unread: 1, next: null },
  }),
  note('after a friend request', {
    given: requesting,
    shows: { notifications: [notification('friendrequest')], unread: 1 },
  }),
  { request: 'GET /notifications', when: 'by a visitor', ...toLogin },
]
