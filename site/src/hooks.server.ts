import { InvalidFields } from '@baseplate/platform/foundation/errors'
import { type PlainCode, type Problem, problem } from '@baseplate/platform/foundation/problem'
import { refusalStatus } from '@baseplate/platform/foundation/refusal-status'
import { refusalOf } from '@baseplate/platform/foundation/unavailable'
import { isRedirect, type RequestEvent } from '@sveltejs/kit'
import type { Handle, HandleServerError } from '@sveltejs/kit/hooks'
import { accessOf } from '#lib/server/access-of.ts'
import { actWithToken } from '#lib/server/access-tokens.ts'
import { brandingElements } from '#lib/server/branding.ts'
import { allowOrchestrator } from '#lib/server/connect-sources.ts'
import { keepDeletedOut } from '#lib/server/deleted-accounts.ts'
import { inLanguageOfFailure, inReadersLanguage, textOf, textsLinks } from '#lib/server/language.ts'
import { logUnavailable } from '#lib/server/log-unavailable.ts'
import { nameLoginAction } from '#lib/server/login-actions.ts'
import { faultResponse, respondToProgram } from '#lib/server/programs.ts'
import { actionNameOf } from '#lib/server/request-url.ts'
import { demandSecondFactor } from '#lib/server/required-factor.ts'
import { keepSessionCookie, restoreSession } from '#lib/server/session.ts'
import { isBrowser, keepModeratedOut } from '#lib/server/standing.ts'
import { themeFileOf } from '#lib/server/themes.ts'
import { createVisitorPages } from '#lib/server/visitor-pages.ts'
import '../context.ts'

const visitorPage = createVisitorPages()

/** Routes of files that need neither the session nor the site's branding. Shared caches store them, so they set no cookie. */
const sharedFiles = /^\/(art|identity|texts)\//

/** Files that do not depend on the session. */
const filesForEveryone: ReadonlySet<string | null> = new Set([
  '/download/launcher.deb',
  '/feeds/games.atom',
  '/feeds/items.atom',
  '/feeds/users/[username].atom',
  '/manifest.webmanifest',
  '/oembed',
  '/openapi.json',
  '/robots.txt',
  '/share/[id]/picture.jpg',
  '/sitemap.xml',
])

export const handle: Handle = async ({ event, resolve }) => {
  try {
    return await respondTo(event, resolve)
  } catch (error) {
    // SvelteKit would send programs its own format.
    if (isRedirect(error) || event.isDataRequest || isBrowser(event.request)) throw error
    return faultResponse(event, faultOf(event, error))
  }
}

async function respondTo(event: RequestEvent, resolve: Parameters<Handle>[0]['resolve']): Promise<Response> {
  const context = event.platform?.req.baseplate
  if (!context) throw new Error('the site only runs behind the server of `baseplate site`')
  event.locals.platform = context.platform
  event.locals.address = context.address
  event.locals.isOwnMachine = context.isOwnMachine
  event.locals.requestId = context.requestId
  event.locals.actor = null
  event.locals.inParty = false
  context.route = event.route.id ?? undefined
  nameLoginAction(event)
  if (sharedFiles.test(event.route.id ?? '')) return respondToProgram(event, () => resolve(event))
  event.locals.branding = await context.platform.branding.read()
  // Shared caches store these files, too.
  const isForEveryone = filesForEveryone.has(event.route.id)
  const token = isForEveryone ? undefined : context.token
  event.locals.actor = isForEveryone || token !== undefined ? null : await restoreSession(event)
  const respond = async () =>
    inReadersLanguage(event, () =>
      keepModeratedOut(event, () =>
        keepDeletedOut(event, () =>
          demandSecondFactor(event, () =>
            respondToProgram(event, () =>
              visitorPage(event, async () =>
                withStatus(
                  event,
                  await resolve(event, { transformPageChunk: ({ html }) => fillIn(event, html) }),
                ),
              ),
            ),
          ),
        ),
      ),
    )
  const response =
    token === undefined ? await respond() : await actWithToken(event, { token, accessOf }, respond)
  keepSessionCookie(event, response)
  const { retryAfter } = event.locals
  if (retryAfter !== undefined) response.headers.set('retry-after', String(retryAfter))
  // A page has one URL for all languages.
  if (response.headers.get('content-type')?.startsWith('text/html'))
    response.headers.append('vary', 'Accept-Language, Cookie')
  // Signed-in responses are private, so shared caches must not store them.
  if (event.locals.actor && !response.headers.has('cache-control'))
    response.headers.set('cache-control', 'private, no-cache')
  return allowOrchestrator(response, context.platform.config)
}

/** A page of a list with invalid filters is 400, like one of a form with invalid fields. */
function withStatus({ locals, isDataRequest }: RequestEvent, response: Response): Response {
  if (!locals.hasInvalidQuery || isDataRequest || !response.ok) return response
  return new Response(response.body, { status: 400, headers: response.headers })
}

const headPlaceholder = '%baseplate.head%'

/**
 * Fills in the placeholders of `app.html`. Texts of users may contain the same words. In the head they come after the first two
 * placeholders and before the last one. The template's own are therefore the first occurrences of those two, and the last of
 * this one. Each replacement copies its text, so the body is left out.
 */
function fillIn({ locals, route }: RequestEvent, html: string): string {
  const headAt = html.lastIndexOf(headPlaceholder, html.indexOf('<body'))
  const start = html
    .slice(0, headAt)
    .replace('lang="en" dir="ltr"', `lang="${locals.texts.locale}" dir="${locals.texts.direction}"`)
    .replace('%baseplate.theme%', () => themeFileOf(locals))
  // The texts come last, because the browser can paint the page without them.
  const head = brandingElements(locals.branding) + textsLinks(locals.texts, route.id)
  return start + head + html.slice(headAt + headPlaceholder.length)
}

/**
 * Whether a form named an action that cannot exist. SvelteKit throws for its reserved name, which must not look like a
 * fault of the server, and returns 405 on pages without actions.
 */
function isUnknownAction({ request, url }: RequestEvent, error: unknown): boolean {
  if (request.method !== 'POST') return false
  const name = actionNameOf(url)
  return name === '/default' || (name !== undefined && (error as { status?: number }).status === 405)
}

export const handleError: HandleServerError = (failure) =>
  inLanguageOfFailure(failure.event, () => describeFailure(failure))

function describeFailure({ kind, error, event }: Parameters<HandleServerError>[0]) {
  const { requestId } = event.locals
  if (isUnknownAction(event, error)) return fault(404, 'site.not_found', requestId)
  if (kind !== 'unknown') {
    const isMissing = kind === 'framework' && (error as { status?: number }).status === 404
    return isMissing ? fault(404, 'site.not_found', requestId) : { requestId }
  }
  return faultOf(event, error)
}

/** Returns the public message of a refusal. Other errors are logged, and the response says as little as possible about them. */
function faultOf(event: RequestEvent, error: unknown): App.Error {
  const { locals } = event
  const { platform, requestId, hasActed = false } = locals
  // The input came from the URL; forms show their messages at the fields.
  if (error instanceof InvalidFields) {
    const problems = { ...error.problems }
    return { status: 400, message: Object.values(problems).map(textOf).join(' '), problems, requestId }
  }
  logUnavailable(event, error, 'a page')
  const refused = refusalOf(error, { isChanged: hasActed })
  if (refused?.retryAfter !== undefined) locals.retryAfter = refused.retryAfter
  if (refused) return fault(refusalStatus[refused.reason], refused.problem, requestId)
  platform?.log.error(
    { requestId, error: error instanceof Error ? error.stack : String(error) },
    'a page failed',
  )
  return fault(500, 'site.failed', requestId)
}

function fault(status: number, of: PlainCode | Problem, requestId: string): App.Error {
  const refusal = problem(of)
  return { status, message: textOf(refusal), refusal, requestId }
}
