import { rename, requestExport, updateProfile } from '@baseplate/platform/accounts/door'
import { deleteAccount, keepAccount } from '@baseplate/platform/leaving/door'
import { deleteScreenshot } from '@baseplate/platform/operations/door'
import { type Dropped, previewStyling, updateStyling } from '@baseplate/platform/people/door'
import {
  cancelEmailChange,
  changeEmail,
  changePassword,
  endAllSessions,
  endOneSession,
  sendEmailLink,
  setPassword,
} from '@baseplate/platform/sign-in/door'
import { type Actions, redirect } from '@sveltejs/kit'
import { t } from '#lib/texts/t.ts'
import { action } from './action.ts'
import { confirmation } from './confirmation.ts'
import { changeLanguage, textOf } from './language.ts'
import { clearSessionCookie, setSessionCookie } from './session.ts'

/**
 * The actions of `/settings` and of its pages for the account, sessions, storage and styling. Each of these pages has all of them,
 * and programs use those of `/settings`.
 */
export const settingsActions = {
  profile: action('profile', updateProfile, {
    done: (_, { actor, event }, fields) => {
      const language = fields.language === undefined ? actor.language : fields.language || null
      // Renders this response in the new theme and language.
      event.locals.actor = { ...actor, theme: fields.theme ?? null, language }
      if (language !== actor.language) changeLanguage(event, language)
      return { message: confirmation('settings.profile.saved') }
    },
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
  sessions: action('sessions', endAllSessions, {
    done: (_, { event }) => {
      clearSessionCookie(event)
      redirect(302, '/login')
    },
  }),
  password: action('password', changePassword, {
    done: (token, { event }) => {
      if (token !== undefined) setSessionCookie(event, token)
      return { message: confirmation('settings.password.saved') }
    },
  }),
  setpassword: action('setpassword', setPassword, {
    done: () => ({ message: confirmation('settings.password.saved') }),
  }),
  email: action('email', changeEmail, {
    done: ({ pending }) => ({
      message:
        pending === null
          ? confirmation('settings.email.saved')
          : t('settings.email.link_sent', { email: pending }),
    }),
  }),
  emaillink: action('emaillink', sendEmailLink, {
    done: (email) => ({ message: t('settings.email.link_sent', { email }) }),
  }),
  cancelemail: action('cancelemail', cancelEmailChange, {
    done: () => ({ message: t('settings.email.cancelled') }),
  }),
  rename: action('rename', rename, {
    done: ({ username }, { actor, event }) => {
      // Renders this response with the new name.
      event.locals.actor = { ...actor, username }
      return { message: t('leaving.username.saved') }
    },
  }),
  export: action('export', requestExport, { done: () => ({ message: t('export.requested') }) }),
  delete: action('delete', deleteAccount, {
    done: (_, { event }) => {
      clearSessionCookie(event)
      redirect(302, '/login?deleted')
    },
  }),
  keep: action('keep', keepAccount, {
    done: (_, { actor, event }) => {
      // Renders this response for an account that stays.
      event.locals.actor = { ...actor, leaves: null }
      return { message: t('leaving.keep.kept') }
    },
  }),
  // The session disappears from the list, so there is no message.
  endsession: action('endsession', endOneSession, {
    done: ({ own }, { event }) => {
      if (!own) return undefined
      clearSessionCookie(event)
      redirect(302, '/login')
    },
  }),
  // The screenshot disappears from the list, so there is no message.
  deletescreenshot: action('deletescreenshot', deleteScreenshot),
} satisfies Actions

/** Describes a piece of CSS that is not used, with the reason in the reader's language. */
function describeDropped({ line, text, problem }: Dropped) {
  return { line, text, reason: textOf(problem), code: problem.code }
}
