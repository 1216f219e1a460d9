import type { RequestEvent } from '@sveltejs/kit'
import { expect, test } from 'vitest'
import { speakTus } from './tus.ts'

const locals = { actor: { id: 'maker' }, platform: { now: Date.now } }

/** Begins an upload with these headers. */
const begin = (headers: Record<string, string>) => {
  const request = new Request('http://localhost/uploads', { method: 'POST', headers })
  return speakTus({ request, locals } as unknown as RequestEvent)
}

test('takes uploads that come through several proxies', async () => {
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '1', 'x-forwarded-proto': 'https, http' }
  const response = await begin(headers)
  // The library has passed the request on: nothing is wrong except the place, which is missing.
  expect(await response.json()).toMatchObject({ codes: { place: 'uploads.metadata_invalid' } })
})

test('refuses requests of another protocol in JSON', async () => {
  const without = await begin({ 'upload-length': '1' })
  expect([without.status, await without.json()]).toEqual([412, { message: 'Tus-Resumable Required' }])
  const invalid = await begin({ 'tus-resumable': '1.0.0', 'upload-length': 'x' })
  expect([invalid.status, await invalid.json()]).toEqual([400, { message: 'Invalid upload-length' }])
})
