import { expect } from 'vitest'
import { claimedStipend, funds, usedKey } from '../support/rows/ledger.ts'
import type { Outcome, Row } from '../support/rows/row.ts'

const unit = 1_000_000
const withKey = { authorization: '{authorization}' }

/** A request with the key. The account has a unit. */
const ask = (request: string, when: string, outcome: Outcome): Row => ({
  request: request.replace(' ', ' {ledger}'),
  when,
  headers: withKey,
  given: funds(unit),
  ...outcome,
})

const done = { status: 200, text: '' }
const refused = (text: string) => ({ status: 400, text })
const invalid = (why: string) => refused(`invalid user identifier: ${why}`)

const events = (...list: object[]) => ({ status: 200, shows: list })
const minted = {
  Type: 'Mint',
  Id: expect.stringMatching(/^.{15}$/),
  Time: expect.any(Number),
  To: expect.any(String),
  Amount: unit,
  Note: 'Prize',
}

export const reading: readonly Row[] = [
  ask('GET /balance/{account}', 'with money', { status: 200, text: '1000000' }),
  ask('GET /balance/{other}', 'without a transaction', { status: 200, text: '0' }),
  ask('GET /currentStipend', 'by the site', { status: 200, text: '10000000' }),
  ask('GET /transactions/{account}', 'after a mint', events(minted)),
  ask('GET /transactions/{other}', 'without a transaction', { status: 200, text: '[]' }),
  ask('GET /transactions', 'of the whole economy', { status: 200, shows: expect.arrayContaining([minted]) }),
  ask('GET /health', 'by the site', { status: 200, text: 'OK' }),
  ...['/balance/', '/transactions/'].map((path) =>
    ask(`GET ${path}`, 'without an identifier', invalid('it is empty')),
  ),
  ask('GET /balance/a%20b', 'with white space', invalid('it contains white space or a control character')),
  ask('GET /balance/%ff', 'with invalid UTF-8', invalid('it is not percent-encoded UTF-8')),
  ask(`GET /balance/${'x'.repeat(129)}`, 'with 129 bytes', invalid('it is longer than 128 bytes')),
  ask('GET /nothing', 'at no address', { status: 404 }),
  ask('GET /mint', 'with another method', { status: 405, responseHeaders: { allow: /POST/ } }),
  ...['GET /health', 'GET /balance/{account}', 'POST /stipend/{account}'].map((request) =>
    ask(request, 'without the key', { headers: {}, status: 401, text: 'unauthorized' }),
  ),
]

export const stipendsOfLedger: readonly Row[] = [
  ask('POST /stipend/{account}', 'for the first time', done),
  ask('POST /stipend/{account}', 'too early', {
    given: claimedStipend,
    ...refused('Next stipend not available yet'),
  }),
  ask('GET /transactions/{account}', 'after a stipend', {
    given: claimedStipend,
    ...events({ ...minted, Amount: 10 * unit, Note: 'Stipend' }),
  }),
  ask('POST /stipend/a%20b', 'with white space', invalid('it contains white space or a control character')),
]

/** Every event of an account afterwards, the newest first. */
const shown = (account: string, ...list: object[]) => ({
  afterwards: { request: `GET {ledger}/transactions/{${account}}`, shows: list },
})

type Body = Record<string, unknown>

/** A request whose valid body has these fields instead. */
const changing =
  (path: string, valid: Body) =>
  (when: string, fields: Body, outcome: Outcome): Row =>
    ask(`POST ${path}`, when, { body: JSON.stringify({ ...valid, ...fields }), ...outcome })

const transact = changing('/transact', { From: '{account}', To: '{other}', Amount: 5, Note: 'A hat' })
const mint = changing('/mint', { To: '{account}', Amount: 5, Note: 'Prize' })
const burn = changing('/burn', { From: '{account}', Amount: 5, Note: 'A hat', Link: '/catalog/1/hat' })

const poor = refused('insufficient balance: balance was 1.000000 unit, at least 1.000001 unit is required')
const noAmount = 'transaction must have an amount or returns'
const wrongAmount = 'Amount must be an integer from 0 to 18446744073709551615'
const wrongFee = 'Fee must be at least 0 and below 1, with at most six decimals'

const sent = { Type: 'Transaction', Amount: 5, Note: 'A hat', Fee: 0 }

/** Rows stand in the order of the checks: each has the faults of later ones. */
export const transactions: readonly Row[] = [
  transact('with all money', { Amount: unit }, done),
  transact(
    'with a link',
    { Link: '/catalog/1/hat' },
    { ...done, ...shown('other', { ...sent, Link: '/catalog/1/hat' }) },
  ),
  transact('with a fee', { Fee: 0.1 }, { ...done, ...shown('other', { ...sent, Fee: 0.1 }) }),
  transact('with unknown fields', { Colour: 'red' }, done),
  transact('without an amount, a sender', { Amount: 0, From: '' }, refused(noAmount)),
  transact('without an amount, with empty returns', { Amount: 0, Returns: {} }, refused(noAmount)),
  transact('without a sender, a recipient', { From: '', To: '' }, refused('transaction must have a sender')),
  transact('without a recipient, a note', { To: '', Note: '' }, refused('transaction must have a recipient')),
  transact(
    'to the sender, without a note',
    { To: '{account}', Note: '' },
    refused('circular transaction: {account} -> {account}'),
  ),
  transact(
    'without a note, with too much',
    { Note: '', Amount: 2 * unit },
    refused('transaction must have a note'),
  ),
  transact('with too much, and returns', { Amount: unit + 1, Returns: { 'asset-1': 1 } }, poor),
  transact(
    'with returns that nobody has',
    { Returns: { 'asset-1': 1 } },
    refused('insufficient asset quantity'),
  ),
  transact(
    'from an invalid account',
    { From: 'a b' },
    invalid('it contains white space or a control character'),
  ),
  ...[-1, 1.5, '5', null].map((Amount) =>
    transact(`with the amount ${Amount}`, { Amount }, refused(wrongAmount)),
  ),
  ...[-0.1, 1, 0.0000001].map((Fee) => transact(`with the fee ${Fee}`, { Fee }, refused(wrongFee))),
]

const supply = 'mint would exceed the maximum supply'

export const mints: readonly Row[] = [
  mint('to an account', {}, done),
  mint('without an amount, a recipient', { Amount: 0, To: '' }, refused('mint must have an amount')),
  mint('without a recipient, a note', { To: '', Note: '' }, refused('mint must have a recipient')),
  mint('without a note', { Note: '' }, refused('mint must have a note')),
  mint('with a recipient that is no text', { To: 5 }, refused('To must be a string')),
  ask('POST /mint', 'beyond the maximum supply', {
    body: '{"To":"{account}","Amount":18446744073709551615,"Note":"Prize"}',
    ...refused(supply),
  }),
  ask('POST /mint', 'with a body that is no object', {
    body: '[]',
    ...refused('body must be a JSON object'),
  }),
  ask('POST /mint', 'with a body that is not JSON', {
    body: 'Mint',
    status: 400,
    text: /^body must be JSON: ./,
  }),
  ask('POST /mint', 'with more than 64 KiB', { body: 'x'.repeat(65_537), status: 413 }),
]

export const burns: readonly Row[] = [
  burn('with all money', { Amount: unit }, done),
  burn(
    'with new assets',
    { Returns: { 'asset-1': 2 } },
    { ...done, ...shown('account', { Type: 'Burn', Returns: { 'asset-1': 2 } }, { Type: 'Mint' }) },
  ),
  burn('without an amount, a sender', { Amount: 0, From: '' }, refused('burn must have an amount')),
  burn('without a sender, a note', { From: '', Note: '' }, refused('burn must have a sender')),
  burn('with too much, without a note', { Amount: unit + 1, Note: '' }, poor),
  burn('without a note, a link', { Note: '', Link: '' }, refused('burn must have a note')),
  burn('without a link', { Link: '' }, refused('burn must have a link')),
]

const keyed = { ...withKey, 'idempotency-key': '{account}' }
const wrongKey = { ...withKey, 'idempotency-key': 'x'.repeat(65) }

export const idempotency: readonly Row[] = [
  mint('with a new key', {}, { headers: keyed, ...done }),
  mint(
    'with the key of the same event',
    { Amount: 1 },
    {
      given: usedKey,
      headers: keyed,
      ...done,
      ...shown('account', { Type: 'Mint', Amount: 1 }),
    },
  ),
  mint(
    'with the key of another event',
    { Amount: 2 },
    {
      given: usedKey,
      headers: keyed,
      status: 409,
      text: 'idempotency key was used for another event',
      ...shown('account', { Type: 'Mint', Amount: 1 }),
    },
  ),
  mint('with a key of 65 characters', {}, { headers: wrongKey, status: 400 }),
]
