import type { PlaceServer } from '@baseplate/platform/places/servers/rules'
import { Catalogue } from '@baseplate/texts/catalogue'
import { readShipped } from '@baseplate/texts/read'
import { describe, expect, test } from 'vitest'
import { provideTexts } from '#lib/texts/t.ts'
import { playState, startRefusal } from './play-state.ts'

describe('the note at the Play button', () => {
  const silent: PlaceServer = { kind: 'selfhosted', state: 'stopped' }
  const place = { hasFile: true, published: true, archived: false }

  test.each([
    ['of a silent server speaks of the creator’s server to other players', place, false, 'note_no_signal'],
    ['of a silent server speaks of their own server to the creator', place, true, 'note_no_own_signal'],
    ['of a draft says that nothing can be played', { ...place, published: false }, false, 'note_draft'],
    ['of a draft tells its creator what to do', { ...place, published: false }, true, 'note_own_draft'],
    ['of an archived game says so', { ...place, archived: true }, false, 'note_archived'],
  ] as const)('%s', (_case, played, own, note) => {
    expect(playState(silent, played, { full: false, own }).note).toBe(`places.play.${note}`)
  })

  test.each([{ published: false }, { archived: true }])('offers no start of a game with %o', (state) => {
    const ready: PlaceServer = { kind: 'dedicated', state: 'ready' }
    expect(playState(ready, { ...place, ...state }, { full: false }).disabled).toBe(true)
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
