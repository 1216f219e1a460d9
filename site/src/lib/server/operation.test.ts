import { expect, test } from 'vitest'
import { accessOfHandler, handles } from './operation.ts'

const reads = handles({ scope: 'read', summary: 'Reads.' }, () => undefined)
const writes = handles({ scope: 'social', summary: 'Writes.' }, () => undefined)

test('a page has the access of its load, and a form that of its action', () => {
  const page = { load: reads, actions: { like: writes, default: reads } }
  expect(accessOfHandler(page, 'GET')).toBe('read')
  expect(accessOfHandler(page, 'HEAD')).toBe('read')
  expect(accessOfHandler(page, 'POST', 'like')).toBe('social')
  expect(accessOfHandler(page, 'POST')).toBe('read')
})

test('an endpoint has the access of its method', () => {
  const endpoint = { GET: reads, PUT: writes }
  expect(accessOfHandler(endpoint, 'PUT')).toBe('social')
  expect(accessOfHandler(endpoint, 'HEAD')).toBe('read')
})

test('a handler that notes nothing has no access, and neither has one that does not exist', () => {
  const page = { load: () => undefined, actions: { like: () => undefined } }
  expect(accessOfHandler(page, 'GET')).toBeUndefined()
  expect(accessOfHandler(page, 'POST', 'like')).toBeUndefined()
  expect(accessOfHandler(page, 'POST', 'toString')).toBeUndefined()
  expect(accessOfHandler({ load: reads }, 'PUT')).toBeUndefined()
  expect(accessOfHandler({ GET: reads }, 'DELETE')).toBeUndefined()
})
