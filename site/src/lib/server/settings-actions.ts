import { changeEmail } from '@baseplate/platform/accounts/emails/change-email'
import { cancelEmailChange, sendEmailLink } from '@baseplate/platform/accounts/emails/send-link'
import { requestExport } from '@baseplate/platform/accounts/exports/request-export'
import { rename } from '@baseplate/platform/accounts/names/rename'
import { changePassword } from '@baseplate/platform/accounts/passwords/change-password'
import { setPassword } from '@baseplate/platform/accounts/passwords/set-password'
import { endAllSessions, endOneSession } from '@baseplate/platform/accounts/sessions/end-sessions'
import { updateProfile } from '@baseplate/platform/accounts/update-profile'
import { deleteAccount } from '@baseplate/platform/leaving/deletion/delete-account'
import { keepAccount } from '@baseplate/platform/leaving/deletion/keep-account'
import { deleteScreenshot } from '@baseplate/platform/operations/screenshots/delete'
import type { Dropped } from '@baseplate/platform/people/styling/dropped'
import { previewStyling, updateStyling } from '@baseplate/platform/people/styling/update'
import { type Actions, redirect } from '@sveltejs/kit'
import { t } from '#lib/texts/t.ts'
import { action } from './action.ts'
import { confirmation } from './confirmation.ts'
import { actorAction } from './form.ts'
import { changeLanguage, textOf } from './language.ts'
import { provenAction } from './proven-action.ts'
import { clearSessionCookie, deviceOf, sessionTokenOf, setSessionCookie } from './session.ts'

/**
 * The actions of `/settings` and of its pages for the account, sessions, storage and styling. Each of these pages has all of them,
 * and programs use those of `/settings`.
 */
export const settingsActions = {
  profile: actorAction('profile', async ({ platform, actor, event }, fields) => {
    await updateProfile(platform, actor, fields)
    const language = fields.language === undefined ? actor.language : fields.language || null
    // Renders this response in the new theme and language.
    event.locals.actor = { ...actor, theme: fields.theme ?? null, language }
    if (language !== actor.language) changeLanguage(event, language)
    return { message: confirmation('settings.profile.saved') }
  }),
  styling: action('styling', updateStyling, {
    done: ({ dropped }) => ({
      message: confirmation('settings.styling.saved'),
      ...(dropped.length > 0 && { dropped: dropped.map(describeDropped) }),
    }),
  }),
  previewstyling: action('previewstyling', previewStyling, {
    // Renders this response with the typed CSS, which is not saved yet.
    done: ({ dropped, stylesheet }, _, { css = '' }) => ({
      dropped: dropped.map(describeDropped),
      stylesheet,
      values: { css },
    }),
  }),
  sessions: actorAction('sessions', async ({ platform, actor, event }, fields) => {
    await endAllSessions(platform, actor, fields, deviceOf(event))
    clearSessionCookie(event)
    redirect(302, '/login')
  }),
  password: actorAction('password', async ({ platform, actor, event }, fields) => {
    const here = { ...deviceOf(event), token: sessionTokenOf(event) }
    const token = await changePassword(platform, actor, fields, here)
    if (token !== undefined) setSessionCookie(event, token)
    return { message: confirmation('settings.password.saved') }
  }),
  setpassword: provenAction('setpassword', async ({ platform, actor }, fields) => {
    await setPassword(platform, actor, fields)
    return { message: confirmation('settings.password.saved') }
  }),
  email: actorAction('email', async ({ platform, actor, event }, fields) => {
    const { pending } = await changeEmail(platform, actor, fields, deviceOf(event))
    const message =
      pending === null
        ? confirmation('settings.email.saved')
        : t('settings.email.link_sent', { email: pending })
    return { message }
  }),
  emaillink: actorAction('emaillink', async ({ platform, actor }) => {
    const email = await sendEmailLink(platform, actor)
    return { message: t('settings.email.link_sent', { email }) }
  }),
  cancelemail: actorAction('cancelemail', async ({ platform, actor }) => {
    await cancelEmailChange(platform, actor)
    return { message: t('settings.email.cancelled') }
  }),
  rename: provenAction('rename', async ({ platform, actor, event }, fields) => {
    const { username } = await rename(platform, actor, fields)
    // Renders this response with the new name.
    event.locals.actor = { ...actor, username }
    return { message: t('leaving.username.saved') }
  }),
  export: provenAction('export', async ({ platform, actor, event }) => {
    await requestExport(platform, actor, event.locals.texts.locale)
    return { message: t('export.requested') }
  }),
  delete: provenAction('delete', async ({ platform, actor, event }, fields) => {
    await deleteAccount(platform, actor, fields, deviceOf(event))
    clearSessionCookie(event)
    redirect(302, '/login?deleted')
  }),
  keep: actorAction('keep', async ({ platform, actor, event }) => {
    await keepAccount(platform, actor)
    // Renders this response for an account that stays.
    event.locals.actor = { ...actor, leaves: null }
    return { message: t('leaving.keep.kept') }
  }),
  // The session disappears from the list, so there is no message.
  endsession: actorAction('endsession', async ({ platform, actor, event }, fields) => {
    const which = { id: fields.id ?? '', token: sessionTokenOf(event) }
    const { own } = await endOneSession(platform, actor, which)
    if (own) {
      clearSessionCookie(event)
      redirect(302, '/login')
    }
    return undefined
  }),
  // The screenshot disappears from the list, so there is no message.
  deletescreenshot: actorAction('deletescreenshot', async ({ platform, actor }, fields) => {
    await deleteScreenshot(platform, actor, fields.id ?? '')
    return undefined
  }),
} satisfies Actions

/** Describes a piece of CSS that is not used, with the reason in the reader's language. */
function describeDropped({ line, text, problem }: Dropped) {
  return { line, text, reason: textOf(problem), code: problem.code }
}
