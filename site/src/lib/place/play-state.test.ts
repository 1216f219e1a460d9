import type { PlaceServer } from '@baseplate/platform/places/servers/rules'
import { Catalogue } from '@baseplate/texts/catalogue'
import { readShipped } from '@baseplate/texts/read'
import { describe, expect, test } from 'vitest'
import { provideTexts } from '#lib/texts/t.ts'
import { playState, startRefusal } from './play-state.ts'

describe('the note at the Play button of a self-hosted game without a signal', () => {
  const silent: PlaceServer = { kind: 'selfhosted', state: 'stopped' }

  test('speaks of the creator’s server to other players', () => {
    expect(playState(silent, { full: false, hasFile: true }).note).toBe('places.play.note_no_signal')
  })

  test('speaks of their own server to the creator', () => {
    expect(playState(silent, { full: false, hasFile: true, own: true }).note).toBe(
      'places.play.note_no_own_signal',
    )
  })

  test('is left out for a creator who has not uploaded the game', () => {
    expect(playState(silent, { full: false, hasFile: false, own: true }).note).toBeUndefined()
  })
})

describe('the message of a refused start', () => {
  const english = new Catalogue('en', readShipped('en'))

  test.each([
    ['The server could not be started', 'The server could not be started. Try again in a moment.'],
    [
      'Too many servers were started from your network. Try again in 10 minutes.',
      'Too many servers were started from your network. Try again in 10 minutes.',
    ],
  ])('says once what to do after “%s”', (message, text) => {
    provideTexts(() => english)
    expect(startRefusal(message)).toBe(text)
  })
})
