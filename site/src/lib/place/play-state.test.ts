import type { PlaceServer } from '@baseplate/platform/places/servers/rules'
import { describe, expect, test } from 'vitest'
import { playState } from './play-state.ts'

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
