import { expect, test } from 'vitest'
import { clientRequestCheck } from './paths.ts'

const check = clientRequestCheck([
  '/getallowedmd5hashes',
  '/users/:id{[0-9]+}/groups',
  '/groups/:id{[0-9]+}',
  '/user/follow',
  '/mobileapi/*',
])
const isFor = (url: string, accept = '*/*') => check({ url, headers: { accept } })

test.each([
  '/game/join',
  '/Game/Join.ashx',
  '/GAME/123456789/serve',
  '/asset',
  '/Asset',
  '/asset/',
  '/Asset/Default.ashx',
  '/api/avatar/Somebody',
  '/studio/uploadmedia/screenshot',
  '/UploadMedia/PostImage.aspx',
  '/Setting/QuietGet/ClientSharedSettings/x',
  '//Game/Join.ashx',
  '/game//join.ashx',
  '///asset//',
  '//asset',
  '//UploadMedia/PostImage.aspx',
  '/%47ame/Join.ashx',
  '/%61sset',
  '/GetAllowedMD5Hashes',
  '//Users//5/Groups/',
  '/groups/12',
  '/MobileApi',
  '//mobileapi/any/thing',
  '/user/follow?followedUserId=7',
  '/Error/Nothing.ashx?x=1',
])('routes %s to the client API', (path) => expect(isFor(path)).toBe(true))

test.each([
  '/',
  '/games',
  '/games/create',
  '/game',
  '/assets',
  '/settings',
  '/place/1/game/',
  '/apix',
  '/mobileapis',
  '/home',
  '//games',
  '//assets',
  '/user/Somebody',
  '/users/5/unknown',
  '/groups/Builders',
  '/groups/12/settings',
  '/user/follow?/befriend',
])('leaves %s to the pages', (path) => expect(isFor(path)).toBe(false))

test.each(['/groups/12', '/user/follow'])('leaves %s to the pages for a browser', (path) =>
  expect(isFor(path, 'text/html,application/xhtml+xml,*/*;q=0.8')).toBe(false),
)

test.each(['/groups/12', '/user/follow'])('leaves %s to the pages for a program that reads them', (path) =>
  expect(isFor(path, 'application/json')).toBe(false),
)

test('takes a change from a client that asks for JSON', () =>
  expect(check({ url: '/user/follow', method: 'POST', headers: { accept: 'application/json' } })).toBe(true))
