import { updatePrivacy } from '@baseplate/platform/places/settings'
import { expect, test } from 'vitest'
import { makePlace, startClientApi } from '../../testing/client-api.ts'

test('lets players teleport to public places alone', async () => {
  const { ask, platform } = await startClientApi()
  const { id, maker } = await makePlace(platform)
  const validate = async (destination: string | number) =>
    (await ask(`/universes/validate-place-join?originPlaceId=1&DestinationPlaceId=${destination}`)).text()
  expect(await validate(id)).toBe('true')
  for (const other of [id === 999_999_999 ? id - 1 : id + 1, '', 'x', '-1', `${id}'`])
    expect(await validate(other)).toBe('false')
  await updatePrivacy(platform, maker, { id, privateServer: 'on' })
  expect(await validate(id)).toBe('false')
})
