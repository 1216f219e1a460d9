import { changeEmail } from '@baseplate/platform/accounts/change-email'
import { changePassword } from '@baseplate/platform/accounts/passwords/change-password'
import { suggestPassphrase } from '@baseplate/platform/accounts/passwords/password-advice'
import { endAllSessions, endOneSession } from '@baseplate/platform/accounts/sessions/end-sessions'
import { listSessions } from '@baseplate/platform/accounts/sessions/sessions'
import { viewStorage } from '@baseplate/platform/accounts/storage/quota'
import { updateProfile, viewProfileSettings } from '@baseplate/platform/accounts/update-profile'
import { deleteScreenshot } from '@baseplate/platform/operations/screenshots/delete'
import { listScreenshots } from '@baseplate/platform/operations/screenshots/queries'
import { previewStyling, updateStyling } from '@baseplate/platform/people/styling/update'
import { viewStyling } from '@baseplate/platform/people/styling/view'
import { redirect } from '@sveltejs/kit'
import { formAction } from '#lib/server/form.ts'
import { deviceOf, dropSession, requireActor, sessionTokenOf } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const { platform } = event.locals
  event.depends('account:passphrase')
  return {
    ...(await viewProfileSettings(platform, actor)),
    ...(await viewStyling(platform.db, actor)),
    emailsEnabled: platform.config.Registration.Emails,
    sessions: await listSessions(platform, actor, sessionTokenOf(event)),
    screenshots: await listScreenshots(platform.db, actor.id),
    storage: await viewStorage(platform, actor.id),
    passphrase: await suggestPassphrase(),
  }
}

export const actions: Actions = {
  profile: formAction('profile', async (event, fields) => {
    const actor = requireActor(event)
    await updateProfile(event.locals.platform, actor, fields)
    // The page that is rendered now is already in the new theme.
    event.locals.actor = { ...actor, theme: fields.theme ?? null }
    return { message: 'Profile updated successfully!' }
  }),
  styling: formAction('styling', async (event, fields) => {
    const { dropped } = await updateStyling(event.locals.platform, requireActor(event), fields)
    return { message: 'Styling updated successfully!', ...(dropped.length > 0 && { dropped }) }
  }),
  previewstyling: formAction('previewstyling', async (event, fields) => {
    const { dropped } = await previewStyling(event.locals.platform, requireActor(event), fields)
    // The page that is rendered now has what was typed, and not yet what is saved.
    return { dropped, values: { css: fields.css ?? '' } }
  }),
  sessions: formAction('sessions', async (event, fields) => {
    const actor = requireActor(event)
    await endAllSessions(event.locals.platform, actor, fields, deviceOf(event))
    dropSession(event)
    redirect(302, '/login')
  }),
  password: formAction('password', async (event, fields) => {
    const here = { ...deviceOf(event), token: sessionTokenOf(event) }
    await changePassword(event.locals.platform, requireActor(event), fields, here)
    return { message: 'Password updated successfully!' }
  }),
  email: formAction('email', async (event, fields) => {
    await changeEmail(event.locals.platform, requireActor(event), fields, deviceOf(event))
    return { message: 'Email updated successfully!' }
  }),
  // What is done is seen: the session is no longer listed.
  endsession: formAction('endsession', async (event, fields) => {
    const which = { id: fields.id ?? '', token: sessionTokenOf(event) }
    const { own } = await endOneSession(event.locals.platform, requireActor(event), which)
    if (own) {
      dropSession(event)
      redirect(302, '/login')
    }
    return undefined
  }),
  // What is done is seen: the picture is no longer there.
  deletescreenshot: formAction('deletescreenshot', async (event, fields) => {
    await deleteScreenshot(event.locals.platform, requireActor(event), fields.id ?? '')
    return undefined
  }),
}
