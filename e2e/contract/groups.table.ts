import { expect } from 'vitest'
import { unit } from '../support/money.ts'
import { type Outcome, type Row, toLogin } from '../support/rows/row.ts'
import { closedGroup, group, joinedGroup, ownGroup, wealth } from '../support/rows/wealth.ts'

const balance = (units: number) => ({
  afterwards: { request: 'GET /economy', shows: { balance: units * unit } },
})
const tooLittle = (price: string) => ({
  status: 400,
  message: `insufficient balance: balance was 0.000000 unit, at least ${price} unit is required`,
})

const listed = { id: expect.any(Number), name: expect.any(String), memberCount: 2 }

const found = (when: string, name: string, outcome: Outcome): Row => ({
  request: 'POST /groups/create',
  when,
  by: 'newcomer',
  input: { name },
  ...outcome,
})

const act = (action: string, when: string, outcome: Outcome): Row => ({
  request: `POST /groups/{address}?/${action}`,
  when,
  by: 'newcomer',
  given: group,
  ...outcome,
})

const members = (memberCount: number) => ({
  afterwards: { request: 'GET /groups/{address}', shows: { memberCount } },
})

export const groups: readonly Row[] = [
  found('with enough money', 'The Builders', {
    given: wealth(6),
    status: 302,
    location: '/groups/The%20Builders',
    ...balance(1),
  }),
  found('with too little money', 'The Poor', tooLittle('5.000000')),
  found('with a taken name in other letters', 'the builders', {
    given: wealth(5),
    status: 400,
    errors: { name: 'This name is already in use' },
    ...balance(5),
  }),
  ...['ab', 'x'.repeat(41)].map((name) =>
    found(`with a name of ${name.length} characters`, name, {
      status: 400,
      errors: { name: 'Use 3 to 40 characters' },
    }),
  ),
  found('by a visitor', 'The Strangers', toLogin),
  act('join', 'of a group', { status: 204, ...members(2) }),
  act('leave', 'of a member', { given: joinedGroup, status: 204, ...members(1) }),
  act('leave', 'of the owner', {
    given: ownGroup,
    status: 400,
    message: 'You own this group, so you can’t leave it',
  }),
  act('close', 'by the owner', {
    given: ownGroup,
    input: { reason: 'Mine' },
    status: 403,
    message: 'You can’t moderate groups',
  }),
  act('close', 'by a moderator', {
    by: 'moderator',
    input: { reason: 'Rude' },
    status: 204,
    afterwards: { request: 'GET /groups/{address}', shows: { closedReason: 'Rude' } },
  }),
  act('reopen', 'by a moderator', {
    by: 'moderator',
    given: closedGroup,
    status: 204,
    afterwards: { request: 'GET /groups/{address}', shows: { closedReason: null } },
  }),
  act('rename', 'by a moderator', {
    by: 'moderator',
    input: { name: 'Masons', reason: 'Clearer' },
    status: 302,
    location: '/groups/Masons',
  }),
  act('join', 'of no group', { given: async () => ({ address: 'Nothing' }), status: 404 }),
  act('join', 'by a visitor', toLogin),
  {
    request: 'GET /groups/Nothing',
    when: 'of no group',
    by: 'player',
    status: 404,
    message: 'Group not found',
  },
  {
    request: 'GET /groups/{address}',
    when: 'by a member',
    by: 'newcomer',
    given: joinedGroup,
    status: 200,
    shows: { name: expect.any(String), ownerUsername: expect.any(String), isOwner: false, memberCount: 2 },
  },
  {
    request: 'GET /user/{owner}',
    when: 'of the owner of a group',
    by: 'newcomer',
    given: joinedGroup,
    status: 200,
    shows: { groups: [listed], groupsOwned: [listed] },
  },
  {
    request: 'GET /user/{me}',
    when: 'of a member of a group',
    by: 'newcomer',
    given: joinedGroup,
    status: 200,
    shows: { groups: [listed], groupsOwned: [] },
  },
  {
    request: 'GET /user/{owner}',
    when: 'of the owner of a closed group',
    by: 'player',
    given: closedGroup,
    status: 200,
    shows: { groupsOwned: [] },
  },
  {
    request: 'GET /groups?q=build',
    when: 'with a part of a name',
    by: 'player',
    status: 200,
    shows: { groups: [{ name: 'The Builders' }] },
  },
]
