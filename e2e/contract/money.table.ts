import sharp from 'sharp'
import { expect } from 'vitest'
import { unit } from '../support/money.ts'
import { type Outcome, type Row, toLogin } from '../support/rows/row.ts'
import { claimed, wealth } from '../support/rows/wealth.ts'

const balance = (units: number) => ({
  afterwards: { request: 'GET /economy', shows: { balance: units * unit } },
})
const tooLittle = (price: string) => ({
  status: 400,
  message: `insufficient balance: balance was 0.000000 unit, at least ${price} unit is required`,
})

export const stipends: readonly Row[] = [
  {
    request: 'GET /economy',
    when: 'by a newcomer',
    by: 'newcomer',
    status: 200,
    shows: {
      balance: 0,
      stipend: { amount: 10 * unit, interval: 43_200_000, next: 0 },
      transactions: [],
      next: null,
    },
  },
  {
    request: 'GET /economy',
    when: 'after the stipend',
    by: 'newcomer',
    given: claimed,
    status: 200,
    shows: {
      balance: 10 * unit,
      stipend: { next: expect.any(Number) },
      transactions: [{ type: 'Mint', change: 10 * unit, note: 'Stipend', username: null, link: null }],
    },
  },
  { request: 'GET /economy?before=nothing', when: 'by a user', by: 'player', status: 400 },
  { request: 'GET /economy', when: 'by a visitor', ...toLogin },
  {
    request: 'POST /economy?/stipend',
    when: 'for the first time',
    by: 'newcomer',
    status: 200,
    message: 'Stipend claimed',
    ...balance(10),
  },
  {
    request: 'POST /economy?/stipend',
    when: 'too early',
    by: 'newcomer',
    given: claimed,
    status: 400,
    message: 'Next stipend not available yet',
    ...balance(10),
  },
  { request: 'POST /economy?/stipend', when: 'by a visitor', ...toLogin },
]

const picture = async (width: number, height: number) =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#36a' } })
      .png()
      .toBuffer(),
  )
const template = { field: 'asset', content: await picture(585, 559) }
const shirt = { type: '11', name: 'Sea shirt', price: '2.5' }

const create = (when: string, outcome: Outcome): Row => ({
  request: 'POST /develop/create',
  when,
  by: 'newcomer',
  input: shirt,
  file: template,
  ...outcome,
})

export const creating: readonly Row[] = [
  create('with enough money', {
    given: wealth(10),
    status: 302,
    location: /^\/catalog\/\d{9}\/Sea-shirt$/,
    ...balance(2.5),
  }),
  create('with too little money', tooLittle('7.500000')),
  create('by a catalog manager, who pays nothing', {
    by: 'manager',
    status: 302,
    location: /^\/catalog\/\d{9}\/Sea-shirt$/,
    afterwards: { request: 'GET /develop', shows: { assets: [{ visibility: 'Visible' }] } },
  }),
  create('of a type that one may not create', { input: { ...shirt, type: '3' }, status: 403 }),
  ...['ab', 'x'.repeat(51)].map((name) =>
    create(`with a name of ${name.length} characters`, {
      input: { ...shirt, name },
      status: 400,
      errors: { name: 'Use 3 to 50 characters' },
    }),
  ),
  create('with a price of 1000', {
    input: { ...shirt, price: '1000' },
    status: 400,
    errors: { price: 'Enter a price from 0 to 999, with at most six decimals' },
  }),
  create('with clothing of another size', {
    given: wealth(10),
    file: { field: 'asset', content: await picture(10, 10) },
    status: 400,
    errors: { asset: 'Clothing must be 585x559 pixels' },
    ...balance(10),
  }),
  create('with a file that is no picture', {
    given: wealth(10),
    file: { field: 'asset', content: 'no picture' },
    status: 400,
    errors: { asset: 'This isn’t a PNG, JPEG, WebP or GIF image' },
    ...balance(10),
  }),
  create('by a visitor', toLogin),
]
