import { expect } from 'vitest'
import { password } from '../support/person.ts'
import type { Row } from '../support/rows/row.ts'

const aDay = 86_400
const aMonth = 30 * aDay
const secret = { password, cpassword: password }
const sessionCookie = new RegExp(`^session=[\\w-]{43}; Max-Age=${aMonth}; Path=/; HttpOnly; SameSite=Lax$`)
const patterned = 'Use 3 to 21 letters from A to Z, digits or underscores'
const tooLong = 'Use at most 6969 characters'

const register = (row: Omit<Row, 'request'>): Row => ({ request: 'POST /register?/register', ...row })

export const registration: readonly Row[] = [
  register({
    when: 'with a new username',
    input: { username: 'First_of_all', ...secret },
    status: 302,
    location: '/home',
    responseHeaders: { 'set-cookie': sessionCookie },
    afterwards: {
      request: 'GET /user/First_of_all',
      shows: { username: 'First_of_all', id: expect.stringMatching(/^[a-z0-9]+$/), permissionLevel: 1 },
    },
  }),
  register({
    when: 'with spaces around the username',
    input: { username: ' Trimmed ', ...secret },
    status: 302,
    location: '/home',
    afterwards: { request: 'GET /user/trimmed', shows: { username: 'Trimmed' } },
  }),
  register({
    when: 'with a taken username in other letters',
    input: { username: 'pLAYER', ...secret },
    status: 400,
    errors: { username: 'This username is already in use' },
  }),
  ...['ab', 'x'.repeat(22), 'no spaces', 'dash-ed', '<b>'].map((username) =>
    register({
      when: `with the username ${username}`,
      input: { username, ...secret },
      status: 400,
      errors: { username: patterned },
    }),
  ),
  register({
    when: 'with a password of 15 characters',
    input: { username: 'Shortly', password: 'correct horse b', cpassword: 'correct horse b' },
    status: 400,
    errors: { password: 'Use at least 16 characters' },
  }),
  register({
    when: 'with a password of 6970 characters',
    input: { username: 'Lengthy', password: 'x'.repeat(6970), cpassword: 'x'.repeat(6970) },
    status: 400,
    errors: { password: tooLong },
  }),
  register({
    when: 'with another repetition of the password',
    input: { username: 'Differing', password, cpassword: `${password}!` },
    status: 400,
    errors: { password: 'Passwords do not match' },
  }),
  register({
    when: 'with no field',
    status: 400,
    errors: {
      username: 'Enter a username',
      password: 'Enter a password',
      cpassword: 'Repeat the password',
    },
  }),
  register({
    when: 'with an email address',
    input: { username: 'Addressed', email: 'taken@example.com', ...secret },
    status: 302,
    location: '/home',
  }),
  register({
    when: 'with a taken email address',
    input: { username: 'Addressed_too', email: 'taken@example.com', ...secret },
    status: 400,
    errors: { email: 'This email is already in use' },
  }),
  register({
    when: 'with no email address that can receive mail',
    input: { username: 'Unaddressed', email: 'nobody', ...secret },
    status: 400,
    errors: { email: 'Enter an email address that can receive mail' },
  }),
  {
    request: 'POST /register?/initialAccount',
    when: 'after the first account',
    input: { username: 'Second', password: 'x', cpassword: 'x' },
    status: 400,
    errors: { username: "There's already an account registered" },
  },
]

const failed = { status: 400, errors: { password: 'Incorrect username or password' } }
const login = (when: string, input: Row['input'], outcome: Pick<Row, 'status'> & Partial<Row>): Row => ({
  request: 'POST /login',
  when,
  ...(input && { input }),
  ...outcome,
})

export const signingIn: readonly Row[] = [
  login(
    'with the password',
    { username: 'Player', password },
    { status: 302, location: '/home', responseHeaders: { 'set-cookie': sessionCookie } },
  ),
  login(
    'with the username in other letters, and spaces around it',
    { username: ' PLAYER ', password },
    {
      status: 302,
      location: '/home',
      afterwards: { request: 'GET /user/Player', shows: { username: 'Player' } },
    },
  ),
  login('with a wrong password', { username: 'Player', password: 'wrong' }, failed),
  login('with an unknown username', { username: 'Nobody_at_all', password: 'wrong' }, failed),
  login(
    'with a username of another pattern',
    { username: 'no spaces', password },
    { status: 400, errors: { username: '' } },
  ),
  login('without a username', { password }, { status: 400, errors: { username: '' } }),
  login(
    'without a password',
    { username: 'Player' },
    { status: 400, errors: { password: 'Enter your password' } },
  ),
  login(
    'with a password of 6970 characters',
    { username: 'Player', password: 'x'.repeat(6970) },
    { status: 400, errors: { password: tooLong } },
  ),
  login('with no field', undefined, {
    status: 400,
    errors: { username: '', password: 'Enter your password' },
  }),
  { request: 'POST /logout', when: 'by a user', by: 'newcomer', status: 302, location: '/login' },
  { request: 'GET /home', when: 'by a visitor', status: 302, location: '/login' },
  {
    request: 'GET /home',
    when: 'with an invalid session',
    headers: { cookie: `session=${'x'.repeat(43)}` },
    status: 302,
    location: '/login',
  },
  {
    request: 'POST /settings?/sessions',
    when: 'with the password',
    by: 'newcomer',
    input: { password },
    status: 302,
    location: '/login',
    responseHeaders: { 'set-cookie': /^session=; Max-Age=0;/ },
  },
  {
    request: 'POST /settings?/sessions',
    when: 'with a wrong password',
    by: 'player',
    input: { password: 'wrong' },
    status: 400,
    errors: { password: 'Incorrect password' },
  },
  {
    request: 'POST /settings?/sessions',
    when: 'by a visitor',
    input: { password },
    status: 302,
    location: '/login',
  },
]
