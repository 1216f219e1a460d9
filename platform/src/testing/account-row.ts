import { usernameKey } from '../accounts/rules.ts'
import { newUserId } from '../foundation/ids.ts'

/** An account to which nobody can sign in, for a row of its own: to register takes as long as the hash of a password does. */
export const accountRow = <Values extends object>(username: string, values?: Values) => ({
  id: newUserId(),
  username,
  username_key: usernameKey(username),
  password_hash: '',
  permission_level: 1,
  description: '',
  description_updated: 0,
  theme: null,
  created: 0,
  ...values,
})
