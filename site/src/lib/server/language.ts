import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Problem } from '@baseplate/platform/foundation/problem'
import type { Platform } from '@baseplate/platform/platform'
import type { Catalogue } from '@baseplate/texts/catalogue'
import { english } from '@baseplate/texts/english'
import type { Message } from '@baseplate/texts/message'
import type { RequestEvent } from '@sveltejs/kit'
import { textsAttribute } from '#lib/texts/page-texts.ts'
import { keepTogether, provideTexts } from '#lib/texts/t.ts'
import { destinationCookie } from './destination.ts'
import { isProgram } from './programs.ts'

const cookieName = 'language'
const year = 365 * 24 * 60 * 60

/** The request under way. An action may change its language. */
const underWay = new AsyncLocalStorage<Pick<App.Locals, 'texts' | 'platform'>>()
provideTexts(() => {
  const locals = underWay.getStore()
  if (!locals) throw new Error('texts are formatted for a request, not while a module loads')
  return locals.texts
})

/**
 * Handles a request in the reader's language: the account's setting, then the cookie, then what the browser prefers, then the
 * platform's default. Programs get English. Requests inside the server keep its language.
 */
export function inReadersLanguage<Result>(event: RequestEvent, handle: () => Result): Result {
  event.locals.texts =
    underWay.getStore()?.texts ?? (readsEnglish(event.request) ? english() : chosenBy(event))
  return underWay.run(event.locals, handle)
}

/**
 * Handles a failure in the reader's language. A request can fail before that is known, when its session or the site's languages
 * cannot be read. Then the browser decides.
 */
export function inLanguageOfFailure<Result>(event: RequestEvent, handle: () => Result): Result {
  const { platform, branding } = event.locals
  if (underWay.getStore() || !platform || readsEnglish(event.request)) return handle()
  const texts = branding
    ? chosenBy(event)
    : platform.texts.preferredBy(event.request.headers.get('accept-language'))
  return underWay.run({ texts, platform }, handle)
}

/**
 * Changes the language of the rest of this response, and of the pages that the browser shows after signing out. Null stands
 * for what the browser prefers. Programs still get English.
 */
export function changeLanguage(event: RequestEvent, locale: string | null): void {
  if (readsEnglish(event.request)) return
  if (locale === null) event.cookies.delete(cookieName, { path: '/' })
  else setLanguageCookie(event, locale)
  event.locals.texts = chosenBy(event)
}

const readsEnglish = (request: Request): boolean => isProgram(request) && !isOfPage(request)

/** Whether a script of a page sent a request. Programs could, too, and would get other languages. */
const isOfPage = (request: Request): boolean => request.headers.get('x-requested-with') === 'XMLHttpRequest'

function chosenBy({ locals, cookies, request }: RequestEvent): Catalogue {
  const { texts } = locals.platform
  const { languages } = locals.branding
  const chosen = [locals.actor?.language, cookies.get(cookieName)].find(
    (one) => one && languages.includes(one),
  )
  return chosen ? texts.of(chosen) : texts.preferredBy(request.headers.get('accept-language'), languages)
}

/** Whether the response goes to a program. Pages in English have a catalogue of their own, which an operator may have changed. */
export const isForProgram = (): boolean => (underWay.getStore()?.texts ?? english()) === english()

/** Returns the message of a refusal in the reader's language. Some messages that programs know have a friendlier text on pages. */
export function textOf(problem: Problem): string {
  const { texts: catalogue = english(), platform } = underWay.getStore() ?? {}
  const onPages = `refusals-on-pages.${problem.code}`
  const isOnPage = !isForProgram() && catalogue.has(onPages)
  const text = isOnPage
    ? catalogue.format(onPages, { ...problem.values, currency: platform?.config.CurrencySymbol ?? '' })
    : catalogue.format(`refusals.${problem.code}`, problem.values)
  return isForProgram() ? text : keepTogether(text)
}

/** Remembers a visitor's language in their browser. */
export function setLanguageCookie({ cookies, locals }: RequestEvent, locale: string): void {
  cookies.set(cookieName, locale, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: locals.platform.config.baseUrl.startsWith('https:'),
    maxAge: year,
  })
}

/** Cookies that change nothing on pages for visitors, beside the language itself. */
const isVisitorCookie = (platform: Platform, name: string) =>
  name === cookieName || name === destinationCookie(platform)

/** Whether a visitor has no cookies but those of the language and of the destination after signing in. */
export const hasOnlyVisitorCookies = ({ cookies, locals }: RequestEvent): boolean =>
  cookies.getAll().every(({ name }) => isVisitorCookie(locals.platform, name))

let keysByRoute: Record<string, string[]> | undefined

/** Returns the keys of each route's texts: see `texts-by-route.ts`. The file does not exist yet while the site is built. */
function readKeysByRoute(): Record<string, string[]> {
  keysByRoute ??= JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve('@baseplate/site/texts-by-route')), 'utf8'),
  ) as Record<string, string[]>
  return keysByRoute
}

function keysOf(route: string): string[] | undefined {
  const keys = readKeysByRoute()
  return Object.hasOwn(keys, route) ? keys[route] : undefined
}

/** Returns the texts that a route needs beside those of every page; undefined for an unknown route. */
export function textsOfRoute(catalogue: Catalogue, route: string): Record<string, Message> | undefined {
  const keys = keysOf(route)
  return keys && catalogue.pick(keys)
}

const versions = new WeakMap<Catalogue, string>()

/** Returns the version of a language's texts in URLs. It changes with a text, and when a release uses other texts on a route. */
export function versionOf(catalogue: Catalogue): string {
  const version =
    versions.get(catalogue) ??
    createHash('sha256')
      .update(catalogue.version)
      .update(JSON.stringify(readKeysByRoute()))
      .digest('hex')
      .slice(0, 12)
  versions.set(catalogue, version)
  return version
}

/** `crossorigin` makes the preload match the scripts' `fetch` of the same file. Otherwise the browser would load it twice. */
const textsLinkAttributes = [
  'rel="preload"',
  'as="fetch"',
  'crossorigin',
  'fetchpriority="low"',
  textsAttribute,
].join(' ')

/**
 * Renders the links to the texts of every page and to those of a page's route. Browsers load these files beside the scripts, and
 * cache them. Texts in the page itself were a quarter of its bytes (docs/decisions/0022).
 */
export function textsLinks(catalogue: Catalogue, route: string | null): string {
  const routes = route !== null && keysOf(route) ? ['', route] : ['']
  return routes
    .map((one) => {
      const url = `/texts/${catalogue.locale}/${versionOf(catalogue)}?route=${encodeURIComponent(one)}`
      return `<link href="${url}" ${textsLinkAttributes} />`
    })
    .join('')
}
