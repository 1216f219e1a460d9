import { codeAt } from '@baseplate/platform/testing/authenticator'
import { nextWith, startMailServer } from '../../../platform/src/testing/mail-server.ts'
import { json } from '../game.ts'
import { password } from '../person.ts'
import type { Row } from './row.ts'

type Given = NonNullable<Row['given']>

/** Receives the mail of the product. */
export const mailServer = await startMailServer()

const addressOf = (username: string) => `${username}@example.org`

/** Gives the sender a confirmed address. */
export const mailed =
  (given?: Given): Given =>
  async (world, actor) => {
    const { person, username = '' } = actor
    await person.post('/settings?/email', { email: addressOf(username), password })
    const { token } = await nextWith(mailServer, 'confirm-email', username)
    await person.post(`/confirm-email/${token}`)
    return { address: addressOf(username), ...(await given?.(world, actor)) }
  }

/** The code of an authenticator app that the sender sets up. */
export const totpCode: Given = async (_, { person }) => {
  const { secret } = await json<{ secret: string }>(await person.post('/settings/security?/totp'))
  return { code: codeAt(secret, Date.now()) }
}

/** A sender with an authenticator app. */
export const ownTotp: Given = async (world, actor) => {
  const { code } = await totpCode(world, actor)
  await actor.person.post('/settings/security?/totpconfirm', { code: String(code) })
  return {}
}
