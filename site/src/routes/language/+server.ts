import { chooseLanguage } from '@baseplate/platform/accounts/door'
import { isOwnPath } from '@baseplate/platform/foundation/own-path'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { readFields } from '#lib/server/body.ts'
import { setLanguageCookie } from '#lib/server/language.ts'
import { handles } from '#lib/server/operation.ts'
import type { RequestHandler } from './$types'

export const POST: RequestHandler = handles(
  {
    reads: ['language', 'back'],
    scope: 'browser',
    summary: "Sets the reader's language from a form: in the browser and, for users, in the account as well.",
  },
  async (event: RequestEvent) => {
    const { platform, actor, branding } = event.locals
    const { language = '', back = '/' } = await readFields(event.request)
    if (branding.languages.includes(language)) {
      setLanguageCookie(event, language)
      await chooseLanguage(platform, actor, { language })
    }
    redirect(303, isOwnPath(back) ? back : '/')
  },
)
