import { expect, test } from 'vitest'
import { launchAddress } from './launch.ts'

const site = { scheme: 'baseplate', baseUrl: 'https://play.example' }

test('encodes the URL of the join script so that a launcher can decode it', () => {
  const address = launchAddress(site, 'abc123', 'private/ticket')
  expect(address.startsWith('baseplate:play?script=')).toBe(true)
  const script = new URL(new URL(address).searchParams.get('script') ?? '')
  expect(script.origin + script.pathname).toBe('https://play.example/game/join')
  expect(script.searchParams.get('ticket')).toBe('abc123')
  expect(script.searchParams.get('privateServer')).toBe('private/ticket')
})

test('leaves the private ticket out for a public place', () => {
  expect(decodeURIComponent(launchAddress(site, 'abc123'))).toBe(
    'baseplate:play?script=https://play.example/game/join?ticket=abc123',
  )
})
