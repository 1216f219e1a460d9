import { createHash } from 'node:crypto'
import type { Actor } from '@baseplate/platform/accounts/rules'
import { slugOf } from '@baseplate/platform/foundation/slug'
import { listPlacesOf, type OwnedListing } from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'
import type { Catalogue } from '@baseplate/texts/catalogue'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { ClassicContext } from '../classic/call.ts'
import { permitActing, sessionOf } from '../credentials.ts'
import { textsFor } from './texts.ts'

/** A page inside a studio, for the engine of an old browser: tables, a few rules of CSS 2, and a script that it need not run. */
export type StudioPage = keyof typeof titles

const titles = {
  places: 'studio.places',
  publish: 'studio.publish',
  toolbox: 'studio.toolbox',
  help: 'studio.help',
} as const

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/**
 * Publishes the open file to the place of a form, where the page is inside a studio. Anywhere else, the form opens the place's
 * settings, which have a form for files.
 */
const script = `(function () {
  function publish() {
    var saved, site = location.protocol + '//' + location.host;
    try {
      saved = window.external.SaveUrl(site + '/Data/Upload.ashx?type=Place&assetid=' + this.id.substring(6));
    } catch (error) {
      return true;
    }
    document.getElementById(saved === false ? 'failed' : 'published').style.display = 'block';
    return false;
  }
  for (var i = 0; i < document.forms.length; i++) document.forms[i].onsubmit = publish;
})();`

const style = `body { font-family: Verdana, Arial, sans-serif; font-size: 13px; margin: 16px; color: #222; background: #fff; }
h1 { font-size: 18px; } td { padding: 4px 12px 4px 0; } .notice { display: none; font-weight: bold; }`

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'Content-Security-Policy': `default-src 'none'; script-src ${sourceOf(script)}; style-src ${sourceOf(style)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
}

/** Serves a page inside a studio. Without a session, it leads to signing in. @throws Refused as `requireActor` */
export async function studioPage(platform: Platform, c: ClassicContext, page: StudioPage): Promise<Response> {
  const session = await sessionOf(platform, c)
  const actor = session && permitActing(platform, session).actor
  const texts = await textsFor(platform, c, actor)
  const body = actor ? await contentOf(platform, actor, texts, page) : signedOut(texts)
  const { name } = await platform.branding.read()
  const title = texts.format(titles[page], {})
  const document = html`<!doctype html>
<html lang="${texts.locale}" dir="${texts.direction}">
<head><meta charset="utf-8"><title>${title} - ${name}</title><style>${raw(style)}</style></head>
<body>
<h1>${title}</h1>
${body}
<script>${raw(script)}</script>
</body>
</html>
`
  return new Response(await document, { headers })
}

const signedOut = (texts: Catalogue): Html =>
  html`<p>${texts.format('studio.signed_out', {})} <a href="/login">${texts.format('studio.sign_in', {})}</a></p>`

async function contentOf(
  platform: Platform,
  actor: Actor,
  texts: Catalogue,
  page: StudioPage,
): Promise<Html> {
  if (page === 'help')
    return paragraph(texts.format('studio.help_text', {}), '/games', texts.format('studio.games', {}))
  if (page === 'toolbox')
    return paragraph(texts.format('studio.toolbox_text', {}), '/catalog', texts.format('studio.catalog', {}))
  const places = (await listPlacesOf(platform.db, platform.now(), actor.id)).filter(
    ({ archived }) => !archived,
  )
  if (places.length === 0)
    return paragraph(texts.format('studio.no_places', {}), '/games/create', texts.format('studio.create', {}))
  return page === 'publish' ? publishList(places, texts) : placeList(places, texts)
}

const paragraph = (text: string, address: string, link: string): Html =>
  html`<p>${text} <a href="${address}">${link}</a></p>`

const addressOf = ({ id, name }: OwnedListing) => `/place/${id}/${slugOf(name)}`

const placeList = (places: readonly OwnedListing[], texts: Catalogue): Html => html`<table>
${places.map(
  (place) =>
    html`<tr><td><a href="${addressOf(place)}">${place.name}</a></td><td><a href="/game/${place.id}">${texts.format('studio.file', {})}</a></td></tr>
`,
)}</table>
<p><a href="/IDE/Upload.aspx">${texts.format('studio.publish', {})}</a> <a href="/Game/Logout.aspx">${texts.format('studio.sign_out', {})}</a></p>`

const publishList = (
  places: readonly OwnedListing[],
  texts: Catalogue,
): Html => html`<p>${texts.format('studio.publish_text', {})}</p>
<p id="published" class="notice">${texts.format('studio.published', {})}</p>
<p id="failed" class="notice">${texts.format('studio.failed', {})}</p>
<table>
${places.map(
  (place) =>
    html`<tr><td>${place.name}</td><td><form id="place-${place.id}" method="get" action="${addressOf(place)}/settings/file"><input type="submit" value="${texts.format('studio.publish_here', {})}"></form></td></tr>
`,
)}</table>`
