import { expect } from 'vitest'
import { item } from '../support/rows/items.ts'
import { type Outcome, type Row, toLogin } from '../support/rows/row.ts'
import { registrationKey } from '../support/rows/standing.ts'

const day = 86_400_000
const notPermitted = { status: 403, message: 'You don’t have permission for this' }

const review = (action: string, when: string, outcome: Outcome): Row => ({
  request: `POST /admin/assets?/${action}`,
  when,
  by: 'manager',
  given: item({ visibility: 'Pending', for_sale: 0 }),
  input: { id: '{id}', ...(action === 'refuse' && { reason: 'Unkind' }) },
  ...outcome,
})

const already = { status: 400, message: 'Another moderator has already reviewed this item' }

export const reviewing: readonly Row[] = [
  review('approve', 'of a waiting item', {
    status: 200,
    message: '“Top hat” was approved',
    afterwards: { request: 'GET /catalog/{id}/{name}', shows: { visibility: 'Visible' } },
  }),
  review('refuse', 'of a waiting item', { status: 200, message: '“Top hat” was rejected' }),
  review('refuse', 'without a reason', {
    input: { id: '{id}' },
    status: 400,
    errors: { reason: 'Enter a reason of 1 to 300 characters' },
  }),
  ...['approve', 'refuse'].flatMap((action) => [
    review(action, 'of an approved item', { given: item(), ...already }),
    review(action, 'of no item', {
      given: async () => ({ id: 123_456_789 }),
      status: 404,
      message: 'Asset not found',
    }),
    review(action, 'by a player', { by: 'player', ...notPermitted }),
    review(action, 'by a visitor', toLogin),
  ]),
]

const key = (action: string, when: string, input: Record<string, string>, outcome: Outcome): Row => ({
  request: `POST /admin/regkeys?/${action}`,
  when,
  by: 'administrator',
  input,
  ...outcome,
})

const created = {
  status: 200,
  shows: { key: expect.stringMatching(/^baseplate-[a-z0-9]{24}$/) },
}

export const registrationKeys: readonly Row[] = [
  key('create', 'with a number of uses', { uses: '2' }, created),
  key('create', 'with a time', { uses: '1', expires: String(Date.now() + day) }, created),
  ...['0', 'x', ''].map((uses) =>
    key(
      'create',
      `with “${uses}” uses`,
      { uses },
      {
        status: 400,
        errors: { uses: 'Enter a number from 1 to 100000' },
      },
    ),
  ),
  key(
    'create',
    'with a time in the past',
    { uses: '1', expires: '1000' },
    {
      status: 400,
      errors: { expires: 'Enter a future time in UTC, such as 2030-01-31T12:00' },
    },
  ),
  key('disable', 'of a key', { key: '{key}' }, { given: registrationKey, status: 200 }),
  key('disable', 'of no key', { key: 'baseplate-x' }, { status: 404, message: 'Registration key not found' }),
  ...['create', 'disable'].flatMap((action) => [
    key(action, 'by a moderator', { uses: '1', key: 'x' }, { by: 'moderator', ...notPermitted }),
    key(action, 'by a visitor', { uses: '1', key: 'x' }, toLogin),
  ]),
]

const flag = (action: string, when: string, input: Record<string, string>, outcome: Outcome): Row => ({
  request: `POST /admin/flags?/${action}`,
  when,
  by: 'administrator',
  input,
  ...outcome,
})

export const flags: readonly Row[] = [
  flag(
    'set',
    'with a name and a value',
    { name: 'FFlagOne', value: 'True' },
    {
      status: 200,
      message: 'FFlagOne saved',
      afterwards: { request: 'GET /api/clientsharedsettings', shows: { FFlagOne: 'True' } },
    },
  ),
  flag(
    'set',
    'with an invalid name and a long value',
    { name: 'F Flag', value: 'x'.repeat(1_001) },
    {
      status: 400,
      errors: { name: expect.any(String), value: expect.any(String) },
    },
  ),
  ...['set', 'remove'].flatMap((action) => [
    flag(action, 'by a moderator', { name: 'FFlagOne', value: 'x' }, { by: 'moderator', ...notPermitted }),
    flag(action, 'by a visitor', { name: 'FFlagOne', value: 'x' }, toLogin),
  ]),
  { request: 'GET /admin/flags', when: 'by a moderator', by: 'moderator', ...notPermitted },
]
