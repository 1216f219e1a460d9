import type { RequestEvent } from '@sveltejs/kit'
import { expect, test } from 'vitest'
import { speakTus } from './tus.ts'

test('takes uploads that come through several proxies', async () => {
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '1', 'x-forwarded-proto': 'https, http' }
  const request = new Request('http://localhost/uploads', { method: 'POST', headers })
  const locals = { actor: { id: 'maker' }, platform: { now: Date.now } }
  const response = await speakTus({ request, locals } as unknown as RequestEvent)
  // The library has passed the request on: nothing is wrong except the place, which is missing.
  expect(await response.json()).toMatchObject({ codes: { place: 'uploads.metadata_invalid' } })
})
