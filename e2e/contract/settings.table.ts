import { password } from '../support/person.ts'
import type { Row } from '../support/rows/row.ts'

const profile = (when: string, outcome: Omit<Row, 'request' | 'when'>): Row => ({
  request: 'POST /settings?/profile',
  when,
  by: 'newcomer',
  ...outcome,
})

export const profiles: readonly Row[] = [
  ...['Light', 'Dark'].map((theme) =>
    profile(`with the theme ${theme}`, {
      input: { description: 'I build towers.', theme },
      status: 200,
      message: 'Profile updated successfully!',
      afterwards: {
        request: 'GET /settings',
        shows: { description: { text: 'I build towers.' }, selectedTheme: theme },
      },
    }),
  ),
  profile('with a description of 1000 characters', {
    input: { description: 'x'.repeat(1000), theme: 'Light' },
    status: 200,
    message: 'Profile updated successfully!',
    afterwards: { request: 'GET /user/{me}', shows: { description: { text: 'x'.repeat(1000) } } },
  }),
  profile('with a description of 1001 characters', {
    input: { description: 'x'.repeat(1001), theme: 'Light' },
    status: 400,
    errors: { description: 'Use at most 1000 characters' },
  }),
  profile('with an unknown theme', {
    input: { theme: 'Sepia' },
    status: 400,
    errors: { theme: 'must be a valid theme' },
  }),
  profile('without a theme', { status: 400, errors: { theme: 'must be a valid theme' } }),
  profile('by a visitor', { by: 'visitor', status: 302, location: '/login' }),
]

const change = (
  when: string,
  [cpassword, npassword, cnpassword]: [string, string, string],
  outcome: Pick<Row, 'status'> & Partial<Row>,
): Row => ({
  request: 'POST /settings?/password',
  when,
  by: 'newcomer',
  input: { cpassword, npassword, cnpassword },
  ...outcome,
})

export const passwords: readonly Row[] = [
  change('with a new password of one character', [password, 'x', 'x'], {
    status: 200,
    message: 'Password updated successfully!',
  }),
  change('with a wrong password', ['wrong', 'new', 'new'], {
    status: 400,
    errors: { cpassword: 'Incorrect password' },
  }),
  change('with another repetition', [password, 'new', 'other'], {
    status: 400,
    errors: { cnpassword: 'Passwords do not match' },
  }),
  change('with the password that it is', [password, password, password], {
    status: 400,
    errors: { npassword: 'New password cannot be the same as the current password' },
  }),
  change('with an empty new password', [password, '', ''], {
    status: 400,
    errors: { npassword: 'Enter a password' },
  }),
  change('by a visitor', [password, 'new', 'new'], { by: 'visitor', status: 302, location: '/login' }),
]

const style = (when: string, outcome: Omit<Row, 'request' | 'when'>): Row => ({
  request: 'POST /settings?/styling',
  when,
  by: 'newcomer',
  ...outcome,
})

export const styling: readonly Row[] = [
  style('with styles', {
    input: { css: 'p{color:red}' },
    status: 200,
    message: 'Styling updated successfully!',
    afterwards: { request: 'GET /settings', shows: { css: 'p{color:red}' } },
  }),
  style('with 10000 characters', {
    input: { css: 'p{color:red}'.padEnd(10_000) },
    status: 200,
    message: 'Styling updated successfully!',
  }),
  style('with 10001 characters', {
    input: { css: 'x'.repeat(10_001) },
    status: 400,
    errors: { css: 'Use at most 10000 characters' },
  }),
  style('by a visitor', { by: 'visitor', input: { css: '' }, status: 302, location: '/login' }),
]
