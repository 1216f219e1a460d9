import { Refused } from '@baseplate/platform/foundation/errors'
import type { HonoRequest } from 'hono'
import { textResponse } from '../replies.ts'
import type { ClassicCall } from './call.ts'

type Respond = NonNullable<ClassicCall['respond']>

/**
 * Guards a call that acts for a user although it is a GET. Another site's page could make a browser send it, with the user's cookie
 * or in order to set one, so only programs may (docs/decisions/0085-classic-clients-start-and-publish.md).
 */
export const forPrograms =
  (respond: Respond): Respond =>
  (services, c) => {
    // HEAD is routed as GET, and must not act.
    if (c.req.method === 'HEAD') return textResponse('', 405, { Allow: 'GET, POST' })
    if (isOfPage(c.req)) throw new Refused('requests.cross_site')
    return respond(services, c)
  }

/** Whether a browser opens the address as a page, or another site's page requests it. */
export const isOfPage = (request: HonoRequest): boolean =>
  isOfAnotherSite(request) || /\btext\/html\b/i.test(request.header('Accept') ?? '')

/** Browsers name the relation of the page that makes a request. Clients and studios send no such header. */
export function isOfAnotherSite(request: HonoRequest): boolean {
  const site = request.header('Sec-Fetch-Site')
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
