import type { TokenScope } from '@baseplate/platform/accounts/rules'
import { expect, test } from 'vitest'
import { hideSecrets } from './hide-secrets.ts'

const data = () => ({
  recent: [{ id: 1, privateTicket: 'p1', price: 12n }],
  place: { privateTicket: 'p2', serverTicket: 's2' },
  party: { code: 'c3', members: [], link: 'https://play.example/party?code=c3' },
  notifications: [{ link: '/party?code=c3' }, { link: '/user/Ben' }],
  failure: { code: 'places.not_found' },
  created: new Date(0),
})

const readWith = (...scopes: TokenScope[]) => hideSecrets(data(), new Set(scopes))

test('a session reads everything', () => {
  expect(hideSecrets(data(), undefined)).toEqual(data())
})

test('a token reads tickets and codes with their scopes only, wherever they are', () => {
  expect(readWith('read')).toEqual({
    recent: [{ id: 1, privateTicket: '', price: 12n }],
    place: { privateTicket: '', serverTicket: '' },
    party: { code: '', members: [], link: 'https://play.example/party' },
    notifications: [{ link: '/party' }, { link: '/user/Ben' }],
    failure: { code: 'places.not_found' },
    created: new Date(0),
  })
  expect(readWith('read', 'places:write', 'social')).toEqual(data())
})
