import { expect } from 'vitest'
import { unit } from '../support/money.ts'
import { anyItem, boughtItem, item, itemForBanned, pricedItem } from '../support/rows/items.ts'
import { type Outcome, type Row, toLogin } from '../support/rows/row.ts'
import { act, after, atNothing, nothing } from './items.ts'

const listed = expect.arrayContaining([
  expect.objectContaining({ id: expect.any(Number), name: expect.any(String), price: expect.any(Number) }),
])

const list = (when: string, input: Record<string, string>, outcome: Outcome): Row => ({
  request: 'GET /catalog',
  when,
  input,
  ...outcome,
})

const search = (when: string, input: Record<string, string>, outcome: Outcome): Row => ({
  request: 'GET /catalog/search',
  when,
  input,
  ...outcome,
})

const wrongSearch = (q: string) => ({
  status: 400,
  shows: { message: 'Search for 1 to 100 characters', codes: { [q]: expect.any(String) } },
})

export const listing: readonly Row[] = [
  list(
    'by a visitor',
    {},
    {
      given: anyItem,
      status: 200,
      shows: { assets: listed, pages: expect.any(Number) },
    },
  ),
  list('of a page beyond the last one', { page: '3' }, { status: 200, shows: { assets: [] } }),
  ...['new', 'price', 'sold'].map((sort) => list(`in the order ${sort}`, { sort }, { status: 200 })),
  ...['0', '-1', 'x', '1.5'].map((page) =>
    list(`of the page ${page}`, { page }, { status: 400, shows: { message: 'Pages are numbered from 1' } }),
  ),
  list('in an unknown order', { sort: 'best' }, { status: 400 }),
  list('of an unknown type', { type: 'hat' }, { status: 400 }),
  search('of a name, by a visitor', { q: 'Top' }, { status: 200, shows: listed }),
  search('of nothing that is there', { q: 'zebra' }, { status: 200, text: '[]' }),
  search('of a page beyond the last one', { q: 'Top', p: '9' }, { status: 200, text: '[]' }),
  search('without a text', {}, wrongSearch('q')),
  search('with an empty text', { q: '' }, wrongSearch('q')),
  search('with a text of 101 characters', { q: 'x'.repeat(101) }, wrongSearch('q')),
  ...['0', 'x'].map((p) =>
    search(
      `of the page ${p}`,
      { q: 'a', p },
      { status: 400, shows: { message: 'Pages are numbered from 1' } },
    ),
  ),
]

const view = (when: string, outcome: Outcome): Row => ({
  request: 'GET /catalog/{id}/{name}',
  when,
  by: 'player',
  ...outcome,
})

export const viewing: readonly Row[] = [
  view('by a user', {
    given: item({ price: 2.5 * unit, description: 'Black' }),
    status: 200,
    shows: {
      id: expect.stringMatching(/^\d{9}$/),
      name: 'Top hat',
      slug: 'Top-hat',
      type: 8,
      description: { text: 'Black', updated: expect.any(Number) },
      creator: { username: 'Maker' },
      isCreator: false,
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      forSale: true,
      price: 2.5 * unit,
      sold: 0,
      owned: false,
      visibility: 'Visible',
      comments: [],
      balance: 0,
      currentFee: 0.1,
    },
  }),
  view('by its creator', {
    by: 'maker',
    given: anyItem,
    status: 200,
    shows: { isCreator: true, owned: true },
  }),
  ...['/catalog/{id}/top-hat', '/catalog/{id}'].map((address) => ({
    ...view('with another name', { given: anyItem, status: 302 }),
    request: `GET ${address}?comments=1-2`,
    location: '/catalog/{id}/{name}?comments=1-2',
  })),
  view('of no item', nothing),
  { ...view('with an id that is no number', { ...nothing }), request: 'GET /catalog/hat/hat' },
  view('of an item that was taken down', { ...nothing, given: item({ visibility: 'Moderated' }) }),
  view('by a visitor', { given: anyItem, ...toLogin }),
]

const unapproved = { status: 400, message: "This item hasn't been approved yet" }

export const buying: readonly Row[] = [
  act('buy', 'for nothing', after({ owned: true, sold: 1, balance: 0 })),
  act('buy', 'with enough money', {
    given: pricedItem(2.5, 5),
    ...after({ owned: true, sold: 1, balance: 2.5 * unit }),
  }),
  act('buy', 'at the price that was shown', {
    given: pricedItem(2.5, 5),
    input: { price: '2.5' },
    ...after({ owned: true }),
  }),
  act('buy', 'at another price than was shown', {
    by: 'newcomer',
    given: pricedItem(3.000001, 5),
    input: { price: '2.5' },
    status: 400,
    errors: { price: 'The price has changed to 3.000001. Buy again if you agree.' },
  }),
  act('buy', 'with too little money', {
    by: 'newcomer',
    given: pricedItem(3.000001, 0),
    status: 400,
    message: 'insufficient balance: balance was 0.000000 unit, at least 3.000001 unit is required',
  }),
  act('buy', 'of no item', atNothing),
  act('buy', 'of an item that one owns', {
    given: boughtItem,
    status: 400,
    message: 'You already own this item',
  }),
  act('buy', 'by the creator, of an item that waits for approval', {
    by: 'maker',
    given: item({ visibility: 'Pending', for_sale: 0 }),
    status: 400,
    message: 'You already own this item',
  }),
  act('buy', 'of an item that waits for approval and is not for sale', {
    given: item({ visibility: 'Pending', for_sale: 0 }),
    ...unapproved,
  }),
  act('buy', 'of an item that was taken down', { given: item({ visibility: 'Moderated' }), ...unapproved }),
  act('buy', 'of an item that is not for sale', {
    given: item({ for_sale: 0 }),
    status: 400,
    message: 'This item is not for sale',
  }),
  act('buy', 'by a banned user', { by: 'newcomer', given: itemForBanned, status: 403 }),
  act('buy', 'by a visitor', toLogin),
]
