import { expect } from 'vitest'
import { password } from '../support/person.ts'
import { type Outcome, type Row, toLogin } from '../support/rows/row.ts'
import { moderatedSender, moderatedUser, otherUser } from '../support/rows/standing.ts'

const notPermitted = { status: 403, message: 'You don’t have permission for this' }

/** The senders below the level of an action. */
const below = (row: Row, roles: readonly Row['by'][]): Row[] => [
  ...roles.map((by) => ({ ...row, when: `by a ${by}`, ...(by && { by }), ...notPermitted })),
  { ...row, when: 'by a visitor', ...toLogin },
]

const moderate = (when: string, input: Record<string, string>, outcome: Outcome): Row => ({
  request: 'POST /admin/moderation?/moderate',
  when,
  by: 'moderator',
  given: otherUser,
  input: { username: '{username}', type: 'Ban', reason: 'Cheating', days: '3', ...input },
  ...outcome,
})

const standing = (type: string) => ({
  afterwards: {
    request: 'GET /admin/accounts/{username}',
    shows: { standing: { type, reason: 'Cheating' } },
  },
})

const unknownUser = { status: 400, errors: { username: 'No user has this username' } }

export const actions: readonly Row[] = [
  moderate('with a ban', {}, { status: 200, message: '{username} was banned', ...standing('Ban') }),
  moderate(
    'with a warning',
    { type: 'Warning', days: '' },
    { status: 200, message: '{username} was warned', ...standing('Warning') },
  ),
  moderate(
    'with a termination',
    { type: 'Termination' },
    { status: 200, message: '{username} was terminated', ...standing('Termination') },
  ),
  moderate(
    'without a reason and days',
    { reason: ' ', days: '0' },
    {
      status: 400,
      errors: {
        reason: 'Enter a reason of 1 to 1000 characters',
        days: 'Enter a number of days from 1 to 3650',
      },
    },
  ),
  moderate(
    'with 3651 days',
    { days: '3651' },
    {
      status: 400,
      errors: { days: 'Enter a number of days from 1 to 3650' },
    },
  ),
  moderate(
    'with another type',
    { type: 'Exile' },
    {
      status: 400,
      errors: { type: 'Choose a warning, a ban or a termination' },
    },
  ),
  moderate('of nobody', { username: 'nobody' }, unknownUser),
  moderate(
    'of an administrator',
    { username: 'Founder' },
    {
      status: 403,
      message: 'You can only moderate accounts below your own level',
    },
  ),
  moderate('of oneself', { username: 'Maud' }, { status: 403, message: 'You can’t moderate yourself' }),
  ...below(moderate('', {}, { status: 403 }), ['player', 'manager']),
]

const unmoderate = (when: string, outcome: Outcome): Row => ({
  request: 'POST /admin/moderation?/unmoderate',
  when,
  by: 'moderator',
  input: { username: '{username}' },
  ...outcome,
})

const lifted = {
  status: 200,
  message: '{username} is in good standing',
  afterwards: { request: 'GET /admin/accounts/{username}', shows: { standing: null } },
}

export const lifting: readonly Row[] = [
  unmoderate('of a banned user', { given: moderatedUser('Ban'), ...lifted }),
  unmoderate('of a user in good standing', { given: otherUser, ...lifted }),
  unmoderate('of nobody', { values: { username: 'nobody' }, ...unknownUser }),
  ...below(unmoderate('', { values: { username: 'Player' }, status: 403 }), ['player', 'manager']),
]

const asModerated = (type: string, row: Omit<Row, 'given' | 'by'>): Row => ({
  by: 'newcomer',
  given: moderatedSender(type),
  ...row,
})

const moderated = { status: 403, message: 'Your account is moderated' }

export const standings: readonly Row[] = [
  asModerated('Ban', {
    request: 'GET /moderation',
    when: 'by a banned user',
    status: 200,
    shows: {
      type: 'Ban',
      reason: 'Cheating',
      since: expect.any(Number),
      expires: expect.any(Number),
      number: 1,
    },
  }),
  ...['Warning', 'Termination'].map((type) =>
    asModerated(type, {
      request: 'GET /moderation',
      when: `after a ${type}`,
      status: 200,
      shows: { type, expires: null },
    }),
  ),
  { request: 'GET /moderation', when: 'in good standing', by: 'player', status: 302, location: '/home' },
  ...['/home', '/games'].map((path) =>
    asModerated('Ban', {
      request: `GET ${path}`,
      when: 'by a banned user',
      status: 302,
      location: '/moderation',
    }),
  ),
  asModerated('Ban', {
    request: 'POST /games/create',
    when: 'by a banned user',
    input: { name: 'Mine' },
    ...moderated,
  }),
  asModerated('Warning', {
    request: 'POST /games/create',
    when: 'by a warned user',
    input: { name: 'Mine' },
    ...moderated,
  }),
  asModerated('Ban', {
    request: 'POST /logout',
    when: 'by a banned user',
    status: 302,
    location: '/login',
  }),
  asModerated('Warning', {
    request: 'POST /moderation?/acknowledge',
    when: 'by a warned user',
    status: 302,
    location: '/home',
    afterwards: { request: 'GET /home', shows: {} },
  }),
  ...['Ban', 'Termination'].map((type) =>
    asModerated(type, {
      request: 'POST /moderation?/acknowledge',
      when: `after a ${type}`,
      status: 403,
      message: 'Only a warning can be acknowledged',
    }),
  ),
]

export const endingSessions: readonly Row[] = [
  asModerated('Termination', {
    request: 'POST /settings?/sessions',
    when: 'by a terminated user',
    input: { password },
    status: 302,
    location: '/login',
  }),
  asModerated('Termination', {
    request: 'POST /settings?/sessions',
    when: 'by a terminated user, with a wrong password',
    input: { password: 'wrong' },
    status: 400,
    errors: { password: 'Incorrect password' },
  }),
]

const level = (when: string, permissionLevel: string, outcome: Outcome): Row => ({
  request: 'POST /admin/accounts/{username}?/level',
  when,
  by: 'administrator',
  given: otherUser,
  input: { permissionLevel },
  ...outcome,
})

const only = 'This is the only administrator. Make another user an administrator first.'

export const levels: readonly Row[] = [
  ...['2', '3', '4'].map((to) =>
    level(`with level ${to}`, to, {
      status: 200,
      message: 'Level changed',
      afterwards: { request: 'GET /user/{username}', shows: { permissionLevel: Number(to) } },
    }),
  ),
  level('with the present level', '1', { status: 200, message: '{username} already has this level.' }),
  ...['0', '6', 'x', ''].map((to) =>
    level(`with level “${to}”`, to, {
      status: 400,
      errors: { permissionLevel: 'Choose a level from 1 to 5' },
    }),
  ),
  level('of the only administrator', '4', {
    given: async () => ({ username: 'Founder' }),
    status: 400,
    errors: { permissionLevel: only },
  }),
  level('of nobody', '2', {
    given: async () => ({ username: 'nobody' }),
    status: 404,
    message: 'User not found',
  }),
  ...below(level('', '2', { status: 403 }), ['player', 'manager', 'moderator']),
]
