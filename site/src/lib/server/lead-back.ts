import { type RequestEvent, redirect } from '@sveltejs/kit'
import { ownPath, pageOf } from './destination.ts'
import { hostCookie } from './host-cookie.ts'
import { isFromScript } from './programs.ts'

/** The success of a form, as the next page shows it. */
export interface Done {
  /** The name of the form. */
  form: string
  message: string
}

/** A browser follows a redirect at once. */
const lifetime = 60

/** A cookie has room for 4 KB. */
const maxLength = 1_000

/**
 * Leads a browser without scripts from an action that succeeded back to the page of the form, so that reloading the page does not
 * repeat the action. The message of the result comes along in a cookie. A result that shows more than a message stays the response.
 */
export function leadBack(event: RequestEvent, form: string, result: object | undefined): void {
  const { message, ...more }: { message?: unknown } = result ?? {}
  if (isFromScript(event.request) || Object.keys(more).length > 0) return
  const path = ownPath(pageOf(event))
  if (path === undefined) return
  const { cookies, locals } = event
  if (typeof message === 'string' && message.length <= maxLength)
    cookies.set(cookieName(locals), JSON.stringify({ form, message } satisfies Done), {
      ...optionsOf(locals),
      httpOnly: true,
      sameSite: 'lax',
      maxAge: lifetime,
    })
  redirect(303, path)
}

/** Returns the success of the form on the page before, and forgets it. */
export function takeDone({ cookies, locals }: Pick<RequestEvent, 'cookies' | 'locals'>): Done | undefined {
  const text = cookies.get(cookieName(locals))
  if (text === undefined) return undefined
  cookies.delete(cookieName(locals), optionsOf(locals))
  const { form, message } = parse(text)
  return typeof form === 'string' && typeof message === 'string' ? { form, message } : undefined
}

function parse(text: string): Partial<Record<keyof Done, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

const cookieName = ({ platform }: App.Locals) => hostCookie(platform, 'done')

const optionsOf = ({ platform }: App.Locals) => ({
  path: '/',
  secure: platform.config.baseUrl.startsWith('https:'),
})
