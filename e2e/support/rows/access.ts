import { json, makePlace } from '../game.ts'
import { password } from '../person.ts'
import type { Row } from './row.ts'

type Given = NonNullable<Row['given']>

/** A place of the sender, and a token of the sender with these scopes. */
export const placeAndToken =
  (scopes: string): Given =>
  async (_, { person }) => {
    const { id } = await makePlace(person, 'A place')
    const fields = { name: 'Publisher', scopes, expires: '30' }
    const { token } = await json<{ token: string }>(await person.post('/settings/tokens?/create', fields))
    return { id, authorization: `Bearer ${token}` }
  }

/** A place of another user, and a token of the sender. */
export const othersPlaceAndToken: Given = async (world, actor) => {
  const { person } = await world.newcomer()
  const { id } = await makePlace(person, 'A place')
  return { ...(await placeAndToken('places:write')(world, actor)), id }
}

/** A token of the sender. */
export const ownToken: Given = async (_, { person }) => {
  const fields = { name: 'Reader', scopes: 'read', expires: '30' }
  const made = await json<{ id: string; token: string }>(
    await person.post('/settings/tokens?/create', fields),
  )
  return { token: made.id, authorization: `Bearer ${made.token}` }
}

/** A sender who has begun to set up an authenticator app. */
export const begunTotp: Given = async (_, { person }) => {
  await person.post('/settings/security?/totp')
  return {}
}

/** A sender who has deleted their account, and signed in again. */
export const deletedAccount: Given = async (_, { person, username = '' }) => {
  await person.post('/settings/account?/delete', { password })
  await person.post('/login', { username, password })
  return {}
}
