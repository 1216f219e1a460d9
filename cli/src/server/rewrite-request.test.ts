import { expect, test } from 'vitest'
import { useOriginForm } from './rewrite-request.ts'

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
