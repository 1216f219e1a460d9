import type { IncomingMessage } from 'node:http'
import type { Actor } from '@baseplate/platform/accounts/rules'
import type { TokenScope } from '@baseplate/platform/accounts/tokens/rules'
import type { ClientSystem } from '@baseplate/platform/foundation/config/game-server-schemas'
import type { SiteIdentity } from '@baseplate/platform/foundation/identity'
import type { Problem } from '@baseplate/platform/foundation/problem'
import type { InboxState } from '@baseplate/platform/notifications/queries'
import type { Banner } from '@baseplate/platform/operations/banners/banners'
import type { PartyView } from '@baseplate/platform/parties/view'
import type { Platform as RunningPlatform } from '@baseplate/platform/platform'
import type { Catalogue } from '@baseplate/texts/catalogue'

declare global {
  namespace App {
    interface Error {
      status: number
      message: string
      /** The code and the values behind the message. */
      refusal?: Problem
      /** The problems behind the message by field, if fields of the URL are invalid. */
      problems?: Record<string, Problem>
      /** Id of the request in the log. */
      requestId?: string
    }

    interface Locals {
      platform: RunningPlatform
      /** The platform's name, logo, accent and links. */
      identity: SiteIdentity
      /** The signed-in user. */
      actor: Actor | null
      /** Scopes of the access token that the request came with. */
      scopes?: ReadonlySet<TokenScope>
      /** The signed-in user is in a party. Pages of all others do not ask the database for one. */
      inParty: boolean
      /** The client's IP address, as resolved through the trusted proxies. */
      address: string
      requestId: string
      /** Texts in the reader's language. For programs, the shipped English texts. */
      texts: Catalogue
      /** The session cookie that the response sets. */
      sessionCookies?: string[]
      /** The token of the session, once replaced the new one. */
      sessionToken?: string
      /** The request has changed something. A later failure leaves its outcome open. */
      hasActed?: boolean
      /** Seconds for the `Retry-After` header of a refused request. */
      retryAfter?: number
    }

    interface PageData {
      viewer: {
        id: string
        username: string
        portrait: string | null
        permissionLevel: number
        /** Moderated, or without the second factor that staff need: there are no pages to go to. */
        confined: boolean
        /** The account has passkeys. */
        passkeys: boolean
      } | null
      /** Micro-units; null for visitors, and while the economy service is unreachable. */
      balance: string | null
      /** State of the viewer's inbox when the page was rendered; null for visitors and confined users. */
      inbox: InboxState | null
      /** `baseUrl` is the configured URL, which can differ from the request's behind a proxy. */
      site: Pick<SiteIdentity, 'name' | 'tagline' | 'welcome' | 'logo' | 'icon' | 'links'> & {
        currency: string
        baseUrl: string
        hasAccounts: boolean
        /** Systems that there is a client for; empty: the operator offers no downloads. */
        /** Identity providers that users may sign in with. */
        providers: { id: string; name: string }[]
        systems: ClientSystem[]
      }
      /** The party that the bar at the top of the page shows. */
      party: PartyView | null
      /** Banners at the top of every page that the viewer has not dismissed. */
      announcements: Banner[]
      theme: string
      /** The language that the server answers in. */
      pageLanguage: string
      /** Offered languages with their own names for themselves. */
      languages: { locale: string; name: string }[]
      /** Title of the page, where its URL does not imply it. */
      title?: string
    }

    interface Platform {
      req: IncomingMessage
    }
  }
}
