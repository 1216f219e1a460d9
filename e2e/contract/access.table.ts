import { expect } from 'vitest'
import { password } from '../support/person.ts'
import {
  begunTotp,
  deletedAccount,
  othersPlaceAndToken,
  ownToken,
  placeAndToken,
} from '../support/rows/access.ts'
import { place } from '../support/rows/places.ts'
import { type Outcome, type Row, toLogin } from '../support/rows/row.ts'

const ask = (request: string, when: string, outcome: Outcome): Row => ({
  request,
  when,
  by: 'newcomer',
  ...outcome,
})

export const secondFactors: readonly Row[] = [
  ask('POST /settings/security?/totp', 'without an app', {
    status: 200,
    shows: {
      secret: expect.stringMatching(/^[A-Z2-7]{16,}$/),
      uri: expect.stringMatching(/^otpauth:\/\/totp\//),
    },
  }),
  ask('POST /settings/security?/totpconfirm', 'with a wrong code', {
    given: begunTotp,
    input: { code: '000000' },
    status: 400,
    errors: { code: 'This code is wrong or was already used' },
    afterwards: { request: 'GET /settings/security', shows: { totp: false } },
  }),
  ask('POST /settings/security?/totpconfirm', 'before an app is set up', {
    input: { code: '000000' },
    status: 409,
    message: 'There is no authenticator app to confirm. Set it up again.',
  }),
  ask('POST /settings/security?/passkeybegin', 'by a user', {
    status: 200,
    shows: { options: expect.anything() },
  }),
  ask('POST /settings/security?/passkeyfinish', 'with no response of a browser', { status: 400 }),
  ask('POST /settings/security?/passkeyremove', 'of no passkey', {
    input: { id: 'x' },
    status: 200,
    message: 'Passkey removed',
  }),
  ask('POST /login?/passkeybegin', 'by a visitor', {
    by: 'visitor',
    status: 200,
    shows: { options: expect.anything() },
  }),
  ask('POST /login?/passkeyfinish', 'with no response of a browser', { by: 'visitor', status: 400 }),
  ...['totp', 'totpconfirm', 'totpremove', 'passkeybegin', 'passkeyfinish', 'passkeyremove'].map((action) =>
    ask(`POST /settings/security?/${action}`, 'by a visitor', toLogin),
  ),
]

const create = (when: string, input: Record<string, string>, outcome: Outcome): Row =>
  ask('POST /settings/tokens?/create', when, { input, ...outcome })

const withToken = { by: 'visitor', headers: { authorization: '{authorization}' } } as const

export const tokens: readonly Row[] = [
  create(
    'with a name, scopes and days',
    { name: 'Reader', scopes: 'read,social', expires: '30' },
    {
      status: 200,
      shows: { id: expect.any(String), token: expect.stringMatching(/^bp_/) },
      afterwards: {
        request: 'GET /settings/tokens',
        shows: { tokens: [{ name: 'Reader', scopes: ['read', 'social'] }] },
      },
    },
  ),
  create(
    'without a field',
    {},
    {
      status: 400,
      shows: { codes: { name: 'tokens.name_invalid', scopes: 'tokens.scopes_invalid' } },
    },
  ),
  create(
    'with an unknown scope',
    { name: 'Reader', scopes: 'all', expires: '30' },
    {
      status: 400,
      shows: { codes: { scopes: 'tokens.scopes_invalid' } },
    },
  ),
  ...['0', 'x', '100000'].map((expires) =>
    create(
      `for ${expires} days`,
      { name: 'Reader', scopes: 'read', expires },
      {
        status: 400,
        shows: { codes: { expires: 'tokens.expiry_invalid' } },
      },
    ),
  ),
  ask('POST /settings/tokens?/revoke', 'of the sender', {
    given: ownToken,
    input: { id: '{token}' },
    status: 200,
    shows: { message: expect.any(String) },
    afterwards: { request: 'GET /settings/tokens', shows: { tokens: [] } },
  }),
  ask('GET /user/Player', 'with a token', { ...withToken, by: 'newcomer', given: ownToken, status: 200 }),
  ...['create', 'revoke'].map((action) => ask(`POST /settings/tokens?/${action}`, 'by a visitor', toLogin)),
]

const publish = (when: string, outcome: Outcome): Row =>
  ask('PUT /place/{id}/data', when, {
    given: placeAndToken('places:write'),
    headers: { authorization: '{authorization}', 'content-type': 'application/octet-stream' },
    body: 'a new file',
    ...outcome,
  })

export const publishing: readonly Row[] = [
  publish('with a token of the owner', {
    status: 200,
    shows: { version: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  }),
  publish('with a token without its scope', {
    given: placeAndToken('read'),
    status: 403,
    message: 'This access token lacks the scope places:write',
  }),
  publish('of another user', { given: othersPlaceAndToken, status: 403 }),
  publish('with an unknown token', {
    given: place,
    headers: { authorization: `Bearer bp_${'x'.repeat(40)}` },
    status: 401,
  }),
]

const account = (action: string, when: string, outcome: Outcome): Row =>
  ask(`POST /settings/account?/${action}`, when, outcome)

export const accounts: readonly Row[] = [
  account('export', 'by a user', { status: 200, shows: { message: expect.any(String) } }),
  account('rename', 'with another name', {
    input: { username: 'Renamed_once' },
    status: 200,
    shows: { message: expect.any(String) },
    afterwards: { request: 'GET /settings/account', shows: { username: 'Renamed_once' } },
  }),
  account('rename', 'with the name of another user', {
    input: { username: 'pLAYER' },
    status: 400,
    errors: { username: 'This username is already in use' },
  }),
  account('rename', 'with the name that it is', {
    input: { username: '{me}' },
    status: 400,
    errors: { username: 'This is already your username' },
  }),
  account('delete', 'with the password', {
    input: { password },
    status: 302,
    location: /./,
  }),
  account('delete', 'with a wrong password', {
    input: { password: 'wrong' },
    status: 400,
    errors: { password: 'Incorrect password' },
  }),
  account('keep', 'after a deletion', {
    given: deletedAccount,
    status: 200,
    shows: { message: expect.any(String) },
    afterwards: { request: 'GET /settings/account', shows: { leaves: null } },
  }),
  ...['export', 'rename', 'delete', 'keep'].map((action) => account(action, 'by a visitor', toLogin)),
]

export const webhooks: readonly Row[] = [
  ask('POST /settings/webhooks?/create', 'with an address and an event', {
    input: { url: 'https://hooks.example/sold', events: 'item.sold' },
    status: 200,
    shows: { id: expect.any(String), secret: expect.stringMatching(/^whsec_/) },
  }),
  ask('POST /settings/webhooks?/create', 'with an address of another kind and no event', {
    input: { url: 'ftp://hooks.example' },
    status: 400,
    shows: { codes: { url: expect.any(String), events: 'webhooks.events_invalid' } },
  }),
  ask('POST /settings/webhooks?/create', 'by a visitor', toLogin),
]
