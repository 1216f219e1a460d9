import { globSync, readFileSync } from 'node:fs'
import { clientRequestCheck } from '@baseplate/client-api/classic/paths'
import { expect, test } from 'vitest'
import { bodyKindOf as kindOf } from './body-kinds.ts'

const isForClients = clientRequestCheck([])

const bodyKindOf = (method: string, url: string) =>
  kindOf({ method, url, isForClients: isForClients({ url, headers: {} }) })

const routesFolder = new URL('../../../site/src/routes/', import.meta.url).pathname

/** Source of a route, and of the actions that it shares with others. */
const sourceOf = (file: string) => {
  const source = readFileSync(routesFolder + file, 'utf8')
  const settings = new URL('../../../site/src/lib/server/place-settings.ts', import.meta.url)
  return source.includes('placeSettingsActions') ? source + readFileSync(settings, 'utf8') : source
}

const readsFiles = /\b(fileAction|readUpload|readFieldsAndFile|requestFile|speakTus)\(?/

const takingFiles = globSync('**/+{server,page.server}.ts', { cwd: routesFolder }).filter((file) =>
  readsFiles.test(sourceOf(file)),
)

const pathOf = (file: string) =>
  `/${file
    .replace(/\/?\+[a-z.]+$/, '')
    .replaceAll(/\([^)]+\)\//g, '')
    .replaceAll(/\[[^\]]+\]/g, '7')}`

test('gives every route of the site that reads a file the time of an upload', () => {
  expect(takingFiles.length).toBeGreaterThan(8)
  const forms = takingFiles
    .map(pathOf)
    .filter((path) => !['POST', 'PUT', 'PATCH'].some((method) => bodyKindOf(method, path).isUpload))
  expect(forms).toEqual([])
})

test.each([
  ['POST', '/login'],
  ['POST', '/register?/initialAccount'],
  ['POST', '/place/1/name?/join'],
  ['PUT', '/login'],
  ['PATCH', '/settings'],
  ['POST', '/unsubscribe/develop/create'],
  ['POST', '/language?x=/develop/create'],
  ['POST', '/game/clientpresence'],
])('takes %s %s for a form', (method, url) => {
  expect(bodyKindOf(method, url)).toMatchObject({ isUpload: false, bytesMax: 600_000 })
})

test('counts a place file, which is stored while it arrives, less than a file in memory', () => {
  const held = (method: string, url: string) => bodyKindOf(method, url).heldMax
  expect(held('PUT', '/place/1/data')).toBe(held('POST', '/place/1/name/settings?/data'))
  expect(held('PATCH', '/uploads/1')).toBeLessThan(held('POST', '/develop/create'))
  expect(held('POST', '/place/1/name/settings/pictures?/addthumbnail')).toBe(held('POST', '/develop/create'))
})

test.each([
  '/UploadMedia/PostImage.aspx',
  '//UploadMedia//PostImage.aspx',
  '/studio/uploadmedia/screenshot/?place=1',
  '/api//render/update/7/',
])('takes POST %s for a file, as clients spell it', (url) => {
  expect(bodyKindOf('POST', url).isUpload).toBe(true)
})
