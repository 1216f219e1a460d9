import { setFlag } from '@baseplate/platform/operations/flags/edit'
import { registerPerson } from '@baseplate/platform/testing/people'
import { expect, test } from 'vitest'
import { startClientApi } from '../testing/client-api.ts'

const Flags = { FFlagOne: 'True', DFIntTwo: '2' }

test.each([
  ['/api/clientappsettings', { applicationSettings: Flags }],
  ['/API/ClientAppSettings', { applicationSettings: Flags }],
  ['/Setting/QuietGet/ClientAppSettings/', { applicationSettings: Flags }],
  ['/Setting/QuietGet/ClientAppSettings/?apiKey=1', { applicationSettings: Flags }],
  ['/setting/quietget/clientappsettings/StudioAppSettings/more', { applicationSettings: Flags }],
  ['/api/clientsharedsettings', Flags],
  ['/Setting/QuietGet/ClientSharedSettings/', Flags],
  ['/Setting/QuietGet/ClientSharedSettings/x%2fy', Flags],
  ['/Setting/QuietGet/RCCService/?apiKey=1', Flags],
  ['/Setting/QuietGet/RCCService/more', Flags],
  ['/Setting/Get/ClientAppSettings/', Flags],
])('serves all flags at %s, to GET and POST', async (path, expected) => {
  const { ask } = await startClientApi({ Flags })
  for (const method of ['GET', 'POST']) {
    const response = await ask(path, { method, redirect: 'error' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(await response.json()).toEqual(expected)
  }
})

test('serves an edited flag to the next request', async () => {
  const { ask, platform } = await startClientApi({ Flags })
  const administrator = await registerPerson(platform, 'Administrator')
  const settings = async () => (await ask('/api/clientsharedsettings')).json()
  expect(await settings()).toEqual(Flags)
  await setFlag(platform, administrator, { name: 'FFlagOne', value: '"</script>\n' })
  expect(await settings()).toEqual({ ...Flags, FFlagOne: '"</script>\n' })
})

test('refuses settings without a group', async () => {
  const { ask } = await startClientApi()
  for (const path of ['/Setting/QuietGet/', '/Setting/Get', '/Setting/Other/ClientAppSettings/'])
    expect((await ask(path)).status).toBe(404)
})
