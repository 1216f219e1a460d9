import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watch } from '../support/contract/watched.ts'
import { type Person, visitor } from '../support/person.ts'

let answer: { status: number; headers?: Record<string, string>; body?: object }

/** Stands for a site that differs from the document. */
const server = createServer((_, response) => {
  response.writeHead(answer.status, {
    ...(answer.body && { 'content-type': 'application/json' }),
    ...answer.headers,
  })
  response.end(JSON.stringify(answer.body))
})
let url: string
let site: Person

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  watch(url)
  site = visitor(url)
  answer = { status: 302, headers: { ...signedIn.headers, 'set-cookie': 'session=token' } }
  await site.post('/login?/password', fields)
})
afterAll(() => void server.close())

const page = { notifications: [], requests: [], unread: 0, version: 0, next: null }
const fields = { username: 'Maker', password: 'secret' }
const signedIn = { status: 302, headers: { location: '/home' } }

test('passes a response that matches the document', async () => {
  answer = { status: 200, body: page }
  expect(await (await site.get('/notifications?cursor=1')).json()).toEqual(page)
  answer = signedIn
  expect((await site.post('/login?/password', fields)).status).toBe(302)
})

test('fails at an address that the document lacks', async () => {
  answer = { status: 200, body: {} }
  await expect(site.get('/nowhere')).rejects.toThrow('GET /nowhere is no address of the document')
  answer = signedIn
  await expect(site.post('/login?/nothing')).rejects.toThrow('is no address')
})

test('fails at a status that the document lacks', async () => {
  answer = { status: 201, body: page }
  await expect(site.get('/notifications')).rejects.toThrow('has the status 201')
})

test('fails at a field of a response that the document lacks, and at a value of another type', async () => {
  answer = { status: 200, body: { ...page, total: 0 } }
  await expect(site.get('/notifications')).rejects.toThrow('"additionalProperty":"total"')
  answer = { status: 200, body: { ...page, unread: '0' } }
  await expect(site.get('/notifications')).rejects.toThrow('/unread must be number')
  answer = { status: 200, body: { unread: 0 } }
  await expect(site.get('/notifications')).rejects.toThrow('"missingProperty":"notifications"')
})

test('fails at a type of response that the document lacks', async () => {
  answer = { status: 200, headers: { 'content-type': 'text/plain' } }
  await expect(site.get('/notifications')).rejects.toThrow('sends text/plain')
})

test('fails at a field of a form and a parameter that the document lacks', async () => {
  answer = signedIn
  await expect(site.post('/login?/password', { ...fields, user: 'Maker' })).rejects.toThrow(
    '"additionalProperty":"user"',
  )
  answer = { status: 200, body: page }
  await expect(site.get('/notifications?page=2')).rejects.toThrow('takes a parameter page')
})

test('fails at the success of a visitor where the document requires a session', async () => {
  answer = { status: 200, body: page }
  await expect(visitor(url).get('/notifications')).rejects.toThrow('succeeds without a session')
  answer = signedIn
  expect((await visitor(url).post('/login?/password', fields)).status).toBe(302)
})
