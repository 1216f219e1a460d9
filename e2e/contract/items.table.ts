import { expect } from 'vitest'
import { unit } from '../support/money.ts'
import { administratorsItem, anyItem, item, ownItem } from '../support/rows/items.ts'
import { type Outcome, type Row, toLogin } from '../support/rows/row.ts'
import { isRefused } from '../support/rows/shared.ts'
import { act, after, atNothing } from './items.ts'

const noContent = { status: 400, errors: { content: 'Comment must have content' } }
const noParent = { status: 400, message: 'The comment that you reply to no longer exists' }

export const commenting: readonly Row[] = [
  act('comment', 'with content', {
    input: { content: '<b>Fine</b>', replyId: '' },
    ...after({ comments: [{ content: '<b>Fine</b>', replies: [] }] }),
  }),
  act('comment', 'with 1000 characters', { input: { content: 'x'.repeat(1000) }, ...after({}) }),
  act('comment', 'with 1001 characters', {
    input: { content: 'x'.repeat(1001) },
    status: 400,
    errors: { content: 'Use at most 1000 characters' },
  }),
  act('comment', 'with empty content', { input: { content: '' }, ...noContent }),
  act('comment', 'with white space', { input: { content: ' \r\n ' }, ...noContent }),
  act('comment', 'with an invisible character', { input: { content: '\u200b' }, ...noContent }),
  act('comment', 'with no field', noContent),
  act('comment', 'as a reply to no comment', { input: { content: 'x', replyId: 'none' }, ...noParent }),
  act('comment', 'on no item', { ...atNothing, input: { content: 'x' } }),
  act('comment', 'by a visitor', { ...toLogin, input: { content: 'x' } }),
]

const rendered = {
  status: 200,
  shows: { icon: expect.stringMatching(/^\/asset\/thumbnail\/\d{9}\?\w+=\d+$/) },
}

export const rendering: readonly Row[] = [
  ...[8, 11, 12].map((type) =>
    act('rerender', `of type ${type}, by an administrator`, {
      by: 'administrator',
      given: item({ type }),
      ...rendered,
    }),
  ),
  act('rerender', 'of type 13, by an administrator', {
    by: 'administrator',
    given: item({ type: 13 }),
    status: 400,
    message: "Can't rerender this type of asset",
  }),
  act('rerender', 'of an item that was taken down, by an administrator', {
    by: 'administrator',
    given: item({ visibility: 'Moderated' }),
    status: 400,
    message: "Can't rerender a moderated asset",
  }),
  act('rerender', 'of no item, by an administrator', { ...atNothing, by: 'administrator' }),
  ...(['maker', 'moderator'] as const).map((by) => act('rerender', `by a ${by}`, { by, status: 403 })),
  act('rerender', 'by a visitor', toLogin),
]

const settings = 'GET /catalog/{id}/{name}/settings'
const read = (when: string, outcome: Outcome): Row => ({
  request: settings,
  when,
  by: 'player',
  given: anyItem,
  ...outcome,
})

const set = (form: string, when: string, outcome: Outcome): Row => ({
  request: `POST /catalog/{id}/{name}/settings?/${form}`,
  when,
  ...(isRefused(outcome) ? { by: 'maker', given: anyItem } : { by: 'newcomer', given: ownItem() }),
  ...outcome,
})

const update = { name: 'Flat cap', description: 'Tweed', price: '1.000001', forSale: '0' }
const updated = { status: 200, message: 'Asset updated successfully!' }
const down = { visibility: 'Moderated', reason: 'Stolen' }
const decided = { status: 200, message: 'Visibility updated successfully!' }

export const settingsOfItems: readonly Row[] = [
  read('by the creator', {
    given: ownItem({ price: unit }),
    status: 200,
    shows: { name: 'Top hat', price: unit, forSale: true },
  }),
  read('by a moderator', { by: 'moderator', status: 200, shows: { name: 'Top hat' } }),
  read('by another user', { status: 403 }),
  read('of no item', atNothing),
  read('by a visitor', toLogin),
  set('update', 'by the creator', {
    input: update,
    ...updated,
    afterwards: {
      request: settings,
      shows: { name: 'Flat cap', description: { text: 'Tweed' }, price: 1_000_001, forSale: false },
    },
  }),
  ...[
    ['0', 0],
    ['999', 999 * unit],
  ].map(([price, micro]) =>
    set('update', `with the price ${price}`, {
      input: { ...update, price: String(price) },
      ...updated,
      afterwards: { request: settings, shows: { price: micro } },
    }),
  ),
  ...['1000', '-1', '0.0000001', 'x', ''].map((price) =>
    set('update', `with the price “${price}”`, {
      input: { ...update, price },
      status: 400,
      errors: { price: 'Enter a price from 0 to 999, with at most six decimals' },
    }),
  ),
  set('update', 'with a short name and no choice', {
    input: { ...update, name: 'ab', forSale: '' },
    status: 400,
    errors: { name: 'Use 3 to 50 characters', forSale: 'Choose yes or no' },
  }),
  set('update', 'by a moderator', { by: 'moderator', given: item(), input: update, ...updated }),
  set('update', 'by another user', {
    by: 'player',
    given: anyItem,
    input: update,
    status: 403,
    message: 'You can’t change this asset',
  }),
  set('update', 'by a visitor', { given: anyItem, input: update, ...toLogin }),
  set('moderate', 'by a moderator, with a reason', {
    by: 'moderator',
    given: item(),
    input: down,
    ...decided,
    afterwards: { request: settings, shows: { visibility: 'Moderated' } },
  }),
  set('moderate', 'by a moderator, to restore', {
    by: 'moderator',
    given: item({ visibility: 'Moderated' }),
    input: { visibility: 'Visible' },
    ...decided,
    afterwards: { request: settings, shows: { visibility: 'Visible' } },
  }),
  set('moderate', 'by a moderator, without a reason', {
    by: 'moderator',
    given: anyItem,
    input: { visibility: 'Moderated' },
    status: 400,
    errors: { reason: 'Enter a reason of 1 to 300 characters' },
  }),
  set('moderate', 'by a moderator, of an item of the administrator', {
    by: 'moderator',
    given: administratorsItem,
    input: down,
    status: 403,
  }),
  set('moderate', 'by the creator', { input: down, status: 403 }),
  set('moderate', 'by a visitor', { given: anyItem, input: down, ...toLogin }),
]
