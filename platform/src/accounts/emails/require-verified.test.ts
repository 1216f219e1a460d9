import { expect, test } from 'vitest'
import { editPost, writePost } from '../../people/posts/write.ts'
import { confirmEmail } from '../../sign-in/emails/confirm-email.ts'
import { nextWith } from '../../testing/mail-server.ts'
import { openWithMail, registerWithEmail } from '../../testing/mail-world.ts'
import { openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { requireVerifiedEmail } from './require-verified.ts'

const unverified = { reason: 'forbidden', problem: { code: 'accounts.email_unverified' } }

test('posting and creating wait for a verified address where the operator requires one', async () => {
  const { platform, server } = await openWithMail('SQLite', { RequireVerifiedEmail: ['Posting', 'Creating'] })
  const { actor } = await registerWithEmail(platform, 'Anna')
  const post = () => writePost(platform, actor, { content: 'Hello' })
  const create = () => createPublishedPlace(platform, actor, { name: 'My place', description: '' })
  for (const act of [post, create]) await expect(act()).rejects.toMatchObject(unverified)
  await requireVerifiedEmail(platform, actor, 'Buying')
  await confirmEmail(platform, null, { token: (await nextWith(server, 'confirm-email')).token })
  const { id } = await post()
  await create()
  const edit = () => editPost(platform, actor, { id, content: 'Hello again' })
  await edit()
  // A change by a process of an older version, which does not know of the verification.
  await platform.db.updateTable('users').set({ email: 'x@y.org', email_key: 'x@y.org' }).execute()
  for (const act of [post, edit]) await expect(act()).rejects.toMatchObject(unverified)
})

test('a verified address is required only where addresses can be verified', async () => {
  const Registration = { Emails: true, RequireVerifiedEmail: ['Buying' as const] }
  await expect(openTestPlatform('SQLite', { Registration })).rejects.toThrow(
    'Registration.RequireVerifiedEmail: requires `Registration.Emails` and `Email.Host`',
  )
})
