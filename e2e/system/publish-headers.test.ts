import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { borrowProduct } from '../support/borrowed-product.ts'
import { json, makePlace, type Place } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { authorize } from '../support/program.ts'

let product: Product
let maker: Person
let place: Place
let token: string

beforeAll(async () => {
  product = await borrowProduct()
  maker = await register(product.baseUrl, 'Maker')
  place = await makePlace(maker, 'data')
  token = (await authorize(product.baseUrl, maker, 'places:write')).token
})
afterAll(async () => {
  expect(await product.stop()).toBe(0)
})

const tus = { 'tus-resumable': '1.0.0' }

const send = (path: string, init: RequestInit) =>
  fetch(product.baseUrl + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })

/** Sends a request that the OpenAPI document does not list, and returns its status. */
async function statusOf(method: string, path: string, headers: Record<string, string>, body = 'tail') {
  const bearer = { authorization: `Bearer ${token}`, 'content-length': String(body.length) }
  const sending = request(product.baseUrl + path, { method, headers: { ...bearer, ...headers } })
  sending.end(body)
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

test('PUT publishes neither a part of a file nor an encoded file', async () => {
  const path = `/place/${place.id}/data`
  const versions = async () =>
    (await json<{ version: number }>(await send(path, { method: 'PUT', body: 'current' }))).version
  const before = await versions()
  expect(await statusOf('PUT', path, { 'content-range': 'bytes 1000-1003/1004' })).toBe(400)
  expect(await statusOf('PUT', path, { 'content-encoding': 'gzip' })).toBe(415)
  expect(await versions()).toBe(before)
})

test('tus takes the method of a POST from X-HTTP-Method-Override', async () => {
  const metadata = `place ${Buffer.from(String(place.id)).toString('base64')}`
  const begun = await send('/uploads', {
    method: 'POST',
    headers: { ...tus, 'upload-length': '8', 'upload-metadata': metadata },
  })
  const path = begun.headers.get('location') ?? ''
  const override = (method: string, offset: string, body: string) =>
    statusOf(
      'POST',
      path,
      {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': offset,
        'x-http-method-override': method,
      },
      body,
    )
  expect(await override('PATCH', '0', 'half')).toBe(204)
  expect((await send(path, { method: 'HEAD', headers: tus })).headers.get('upload-offset')).toBe('4')
  expect(await override('DELETE', '4', '')).toBe(204)
  expect((await send(path, { method: 'HEAD', headers: tus })).status).toBe(404)
})
