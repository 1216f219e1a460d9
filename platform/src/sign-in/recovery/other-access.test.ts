import { describe, expect, test } from 'vitest'
import { operator } from '../../accounts/rules.ts'
import { makeResetLink } from '../../moderation/accounts/make-reset-link.ts'
import { withAuthenticator } from '../../testing/authenticator.ts'
import { nextWith } from '../../testing/mail-server.ts'
import { confirmAddress, openWithMail, registerWithEmail } from '../../testing/mail-world.ts'
import { device, inSession } from '../../testing/people.ts'
import { databases } from '../../testing/platforms.ts'
import { createWebhook } from '../../webhooks/manage-webhooks.ts'
import { viewEmail } from '../emails/send-link.ts'
import { addLinkedIdentity } from '../providers/queries.ts'
import { createToken } from '../tokens/manage-tokens.ts'
import { resetPassword, viewRecoveryLink } from './reset-password.ts'

const fresh = { password: 'a whole new pass phrase', cpassword: 'a whole new pass phrase' }
const none = { providers: [], passkeys: 0, authenticator: false, tokens: 0, webhooks: 0 }

describe.each(databases)('other access to an account that is recovered on %s', (kind) => {
  /** Opens an account with everything that a thief could add. */
  async function start() {
    const { platform, server } = await openWithMail(kind)
    const { actor, token } = await registerWithEmail(platform, 'Anna')
    await addLinkedIdentity(
      platform.db,
      actor.id,
      { issuer: 'https://id.example', subject: '1' },
      platform.now(),
    )
    await createWebhook.own(platform, actor, { url: 'https://hook.example/', events: 'item.sold' })
    await createToken(platform, actor, { name: 'Mine', scopes: 'read', expires: '30' }, inSession(token))
    const mailed = async () => {
      platform.recovery.request('Anna')
      return (await nextWith(server, 'recover')).token
    }
    const given = async () =>
      (await makeResetLink(platform, operator, { username: 'Anna' })).link.split('/').at(-1) ?? ''
    const left = async () => (await viewRecoveryLink(platform, null, { token: await given() })).access
    return { platform, actor, mailed, given, left }
  }
  const all = { ...none, providers: ['https://id.example'], tokens: 1, webhooks: 1 }

  test('is removed by a link that first proves the address', async () => {
    const { platform, actor, mailed, left } = await start()
    await withAuthenticator(platform, actor)
    const link = await mailed()
    expect(await viewRecoveryLink(platform, null, { token: link })).toMatchObject({
      access: { ...all, authenticator: true },
      removesAccess: true,
    })
    await resetPassword(platform, null, { token: link, ...fresh }, device)
    expect(await left()).toBeUndefined()
    expect(await viewEmail(platform, actor)).toMatchObject({ emailVerified: true })
  })

  test('stays after a link to a confirmed address, apart from tokens', async () => {
    const { platform, actor, mailed, left } = await start()
    await confirmAddress(platform, actor)
    const link = await mailed()
    expect(await viewRecoveryLink(platform, null, { token: link })).toMatchObject({
      access: all,
      removesAccess: false,
    })
    await resetPassword(platform, null, { token: link, ...fresh }, device)
    expect(await left()).toEqual({ ...all, tokens: 0 })
  })

  test.each(['mailed', 'given'] as const)(
    'is removed with a link that was %s when its user asks for it',
    async (how) => {
      const { platform, actor, left, ...links } = await start()
      await confirmAddress(platform, actor)
      await resetPassword(
        platform,
        null,
        { token: await links[how](), ...fresh, removeothers: 'true' },
        device,
      )
      expect(await left()).toBeUndefined()
    },
  )

  test('keeps a second factor, which a link does not replace', async () => {
    const { platform, actor, given, left } = await start()
    await withAuthenticator(platform, actor)
    const resetting = resetPassword(
      platform,
      null,
      { token: await given(), ...fresh, removeothers: 'true' },
      device,
    )
    await expect(resetting).rejects.toMatchObject({ problem: { code: 'accounts.second_factor_required' } })
    expect(await left()).toEqual({ ...none, authenticator: true })
  })
})
