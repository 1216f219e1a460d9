import { expect, test } from 'vitest'
import { useOriginForm, useOverriddenMethod } from './rewrite-request.ts'

test.each([
  ['http://games.example/asset?id=1', '/asset?id=1', 'games.example'],
  ['HTTPS://games.example:8443', '/', 'games.example:8443'],
  ['http://games.example?id=1', '/?id=1', 'games.example'],
  ['http://[::1]:3000//x?http://y/', '//x?http://y/', '[::1]:3000'],
  // Not in absolute form with a plain host, so left alone.
  ['/http://games.example/', '/http://games.example/', 'header.example'],
  ['*', '*', 'header.example'],
  ['http://', 'http://', 'header.example'],
  ['http://user@games.example/', 'http://user@games.example/', 'header.example'],
  ['ftp://games.example/', 'ftp://games.example/', 'header.example'],
])('reads %s as %s at the host %s', (url, path, host) => {
  const request = { url, headers: { host: 'header.example' } }
  useOriginForm(request)
  expect(request).toEqual({ url: path, headers: { host } })
})

test.each([
  ['POST', '/uploads/1', 'PATCH', 'PATCH'],
  ['POST', '/uploads/1?x', 'DELETE', 'DELETE'],
  ['GET', '/uploads', 'OPTIONS', 'OPTIONS'],
  ['POST', '/uploads/1', undefined, 'POST'],
  ['POST', '/uploads/1', 'CONNECT', 'POST'],
  ['POST', '/settings', 'DELETE', 'POST'],
  ['POST', '/uploadsx', 'PATCH', 'POST'],
])('takes %s %s with the override %s for %s', (method, url, override, expected) => {
  const request = { method, url, headers: { 'x-http-method-override': override } }
  useOverriddenMethod(request)
  expect(request.method).toBe(expected)
})
