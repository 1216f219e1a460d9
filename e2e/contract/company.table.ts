import { expect } from 'vitest'
import {
  blockedFriend,
  friendAndParty,
  look,
  marked,
  outfit,
  ownOutfit,
  ownParty,
  party,
  placeAndParty,
  strangerAndParty,
  withPrivacy,
} from '../support/rows/company.ts'
import { type Outcome, type Row, toLogin } from '../support/rows/row.ts'
import { follower, friend, stranger } from '../support/rows/users.ts'

const ask = (request: string, when: string, outcome: Outcome): Row => ({
  request,
  when,
  by: 'newcomer',
  ...outcome,
})

const code = expect.stringMatching(/^[A-Za-z0-9_-]{6,}$/)
const member = { username: expect.any(String), status: expect.any(String) }
const inParty = (members: number) => ({
  status: 204,
  afterwards: { request: 'GET /party', shows: { code, members: Array(members).fill(member), place: null } },
})
const outside = { afterwards: { request: 'GET /party', shows: { code: null, members: [], place: null } } }
const notThere = { status: 404, message: 'This party has ended' }
const noMember = 'You aren’t in a party'

export const parties: readonly Row[] = [
  ask('GET /party', 'without a party', { status: 200, shows: { code: null, members: [], place: null } }),
  ask('GET /party', 'by a visitor', toLogin),
  ask('POST /party?/create', 'without a party', inParty(1)),
  ask('POST /party?/create', 'in a party', {
    given: ownParty,
    status: 409,
    message: 'You are already in a party',
  }),
  ask('POST /party?/invite', 'with a friend', {
    given: friendAndParty,
    input: { username: '{username}' },
    status: 200,
    shows: { invited: expect.any(String), message: expect.any(String) },
  }),
  ask('POST /party?/invite', 'with a user who is no friend', {
    given: strangerAndParty,
    input: { username: '{username}' },
    status: 403,
    message: 'You can only invite friends',
  }),
  ask('POST /party?/invite', 'without a party', {
    given: friend,
    input: { username: '{username}' },
    status: 409,
    message: noMember,
  }),
  ask('POST /party?/join', 'with the code of a party', {
    given: party,
    input: { code: '{code}' },
    ...inParty(2),
  }),
  ask('POST /party?/join', 'with a code of no party', { input: { code: 'x'.repeat(20) }, ...notThere }),
  ask('GET /party', 'with the code of a party', {
    given: party,
    input: { code: '{code}' },
    status: 200,
    shows: { code: null, invitation: { members: [expect.any(Object)], full: false } },
  }),
  ask('POST /party?/leave', 'in a party', { given: ownParty, status: 204, ...outside }),
  ask('POST /party?/leave', 'without a party', { status: 204, ...outside }),
  ask('POST /party?/play', 'with a place', {
    given: placeAndParty,
    input: { id: '{id}' },
    status: 200,
    shows: { ticket: expect.stringMatching(/^[a-z0-9]{24}$/) },
  }),
  ask('POST /party?/play', 'with no place', {
    given: ownParty,
    input: { id: '1' },
    status: 404,
    message: 'Place not found',
  }),
  ...['create', 'invite', 'join', 'leave', 'play'].map((action) =>
    ask(`POST /party?/${action}`, 'by a visitor', toLogin),
  ),
]

const mark = (action: string, when: string, outcome: Outcome): Row =>
  ask(`POST /user/{username}?/${action}`, when, { given: stranger, ...outcome })

/** The list of blocked and muted users afterwards. */
const list = (name: 'blocked' | 'muted', count: 0 | 1) => ({
  status: 204,
  afterwards: {
    request: 'GET /settings/blocked',
    shows: { [name]: { people: Array(count).fill({ username: expect.stringMatching(/^Newcomer_/) }) } },
  },
})
const self = { status: 400, message: 'You can’t block or mute yourself' }

export const blocks: readonly Row[] = [
  mark('block', 'of a stranger', list('blocked', 1)),
  mark('block', 'of a user whom one has blocked', { given: marked('block'), ...list('blocked', 1) }),
  mark('block', 'of a friend', {
    given: friend,
    status: 204,
    afterwards: { request: 'GET /user/{username}', shows: { friends: false, friendCount: 0 } },
  }),
  mark('block', 'of a follower', {
    given: follower,
    status: 204,
    afterwards: { request: 'GET /user/{username}', shows: { following: false } },
  }),
  mark('unblock', 'of a user whom one has blocked', { given: marked('block'), ...list('blocked', 0) }),
  mark('unblock', 'of a stranger', list('blocked', 0)),
  mark('mute', 'of a stranger', list('muted', 1)),
  mark('unmute', 'of a user whom one has muted', { given: marked('mute'), ...list('muted', 0) }),
  mark('unmute', 'of a stranger', list('muted', 0)),
  ...['block', 'mute'].map((action) =>
    mark(action, 'of oneself', {
      by: 'player',
      values: { username: 'Player' },
      given: async () => ({}),
      ...self,
    }),
  ),
  mark('request', 'to a friend whom one has blocked', { given: blockedFriend, status: 403 }),
  ...['block', 'unblock', 'mute', 'unmute'].flatMap((action) => [
    mark(action, 'of nobody', {
      given: async () => ({ username: 'nobody' }),
      status: 404,
      message: 'User not found',
    }),
    mark(action, 'by a visitor', { ...toLogin, given: async () => ({ username: 'nobody' }) }),
  ]),
  ask('GET /settings/blocked', 'by a visitor', toLogin),
]

const audiences = ['online', 'playing', 'joinable', 'requests', 'inventory', 'friends']
const saved = 'Privacy settings updated successfully!'

export const privacy: readonly Row[] = [
  ask('GET /settings/privacy', 'by a new user', {
    status: 200,
    shows: Object.fromEntries(
      audiences.map((name) => [name, expect.stringMatching(/^(Everybody|Friends|Nobody)$/)]),
    ),
  }),
  ...['Everybody', 'Friends', 'Nobody'].map((who) =>
    ask('POST /settings/privacy?/update', `with ${who}`, {
      input: Object.fromEntries(audiences.map((name) => [name, who])),
      status: 200,
      message: saved,
      afterwards: {
        request: 'GET /settings/privacy',
        shows: Object.fromEntries(audiences.map((name) => [name, who])),
      },
    }),
  ),
  ...audiences.map((name) =>
    ask('POST /settings/privacy?/update', `with a wrong value of ${name}`, {
      input: { [name]: 'Enemies' },
      status: 400,
      shows: { codes: { [name]: expect.any(String) } },
    }),
  ),
  ask('POST /settings/privacy?/update', 'by a visitor', toLogin),
  ask('POST /user/{username}?/request', 'to a user who takes no requests', {
    given: withPrivacy('requests', 'Nobody'),
    status: 403,
  }),
  ask('GET /user/{username}/friends', 'of a user who shares no friends', {
    given: withPrivacy('friends', 'Nobody'),
    status: 200,
    shows: { people: [], hidden: true },
  }),
]

const listed = { request: 'GET /character', shows: { outfits: [{ name: 'Party' }] } }
const noOutfit = { status: 404, message: 'Outfit not found' }
const price = (text: string) => ({ input: { price: text } })

export const outfits: readonly Row[] = [
  ask('POST /character?/saveoutfit', 'with a name', {
    input: { name: 'Party' },
    status: 200,
    shows: { id: expect.any(String), message: expect.any(String) },
    afterwards: listed,
  }),
  ask('POST /character?/saveoutfit', 'without a name', {
    status: 400,
    shows: { codes: { name: 'outfits.name_invalid' } },
  }),
  ask('POST /character?/wearoutfit', 'of the sender', {
    given: ownOutfit,
    input: { id: '{outfit}' },
    status: 200,
    shows: { message: expect.any(String) },
  }),
  ask('POST /character?/deleteoutfit', 'of the sender', {
    given: ownOutfit,
    input: { id: '{outfit}' },
    status: 204,
    afterwards: { request: 'GET /character', shows: { outfits: [] } },
  }),
  ask('POST /character?/wearoutfit', 'of another user', {
    given: outfit,
    input: { id: '{outfit}' },
    ...noOutfit,
  }),
  ask('POST /character?/deleteoutfit', 'of another user, which it leaves', {
    given: outfit,
    input: { id: '{outfit}' },
    status: 204,
    afterwards: { request: 'GET /user/{owner}', shows: { outfits: [{ name: 'Party' }] } },
  }),
  ...['saveoutfit', 'wearoutfit', 'deleteoutfit'].map((action) =>
    ask(`POST /character?/${action}`, 'by a visitor', toLogin),
  ),
  ask('POST /user/{username}?/wearlook', 'at the price that was shown', {
    given: look(5),
    ...price('2'),
    status: 200,
    shows: { bought: [expect.any(Number)], missed: [] },
  }),
  ask('POST /user/{username}?/wearlook', 'at a lower price', {
    given: look(5),
    ...price('1'),
    status: 400,
    shows: { codes: { price: 'catalog.price_changed' } },
  }),
  ask('POST /user/{username}?/wearlook', 'with too little', { given: look(1), ...price('2'), status: 400 }),
  ask('POST /user/{username}?/wearlook', 'by a visitor', { ...toLogin, values: { username: 'Player' } }),
]
