import { archivePlace, createPlace } from '@baseplate/platform/places/door'
import { createSession } from '@baseplate/platform/sign-in/sessions/sessions'
import { device, registerPerson } from '@baseplate/platform/testing/people'
import { expect, test } from 'vitest'
import { startClientApi } from '../testing/client-api.ts'

async function start() {
  const api = await startClientApi()
  const { platform, ask } = api
  const maker = await registerPerson(platform, 'Maker')
  const cookie = `session=${await createSession(platform.db, maker.id, device, platform.now())}`
  const read = async (path: string, headers: Record<string, string> = { cookie }) => {
    const response = await ask(path, { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    return response.text()
  }
  return { ...api, maker, read }
}

const pages = [
  '/IDE/Landing.aspx',
  '/IDE/welcome',
  '/My/Places.aspx',
  '/IDE/Upload.aspx',
  '/UI/Save.aspx',
  '/IDE/publishas',
  '/IDE/ClientToolbox.aspx',
  '/Game/Help.aspx',
]

test('every page of a studio leads visitors to signing in', async () => {
  const { read } = await start()
  for (const path of pages) expect(await read(path, {}), path).toContain('<a href="/login">Sign in</a>')
})

test('the list of games escapes their names, and leaves out archived ones', async () => {
  const { platform, maker, read } = await start()
  expect(await read('/My/Places.aspx')).toContain('You have no games yet.')
  const { id } = await createPlace(platform, maker, { name: '<b>"Fish" & Chips' })
  const { id: archived } = await createPlace(platform, maker, { name: 'Archived' })
  await archivePlace(platform, maker, { id: archived })
  const page = await read('/IDE/Landing.aspx')
  expect(page).toContain(`<a href="/place/${id}/`)
  expect(page).toContain('&lt;b&gt;&quot;Fish&quot; &amp; Chips')
  expect(page).toContain(`href="/game/${id}"`)
  expect(page).not.toContain('Archived')
})

test('each game has a form that publishes, in the language of the reader', async () => {
  const { platform, maker, read, ask } = await start()
  const { id } = await createPlace(platform, maker, { name: 'Harbour' })
  const page = await read('/IDE/Upload.aspx')
  expect(page).toContain(`<form id="place-${id}" method="get" action="/place/${id}/Harbour/settings/file">`)
  await platform.db.updateTable('users').set({ language: 'de' }).execute()
  expect(await read('/IDE/Upload.aspx')).toContain('value="Hier veröffentlichen"')
  expect(await (await ask('/Game/Help.aspx', { headers: { 'accept-language': 'de' } })).text()).toContain(
    '<h1>Hilfe</h1>',
  )
})

test('a page runs its own script alone', async () => {
  const { ask, baseUrl } = await start()
  const { headers } = await fetch(`${baseUrl}/IDE/Upload.aspx`)
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-\S+';/)
  expect((await ask('/IDE/Upload.aspx')).headers.get('cache-control')).toBe('private, no-store')
})
