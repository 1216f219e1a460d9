import type { IncomingMessage } from 'node:http'
import type { Actor, TokenScope } from '@baseplate/platform/accounts/rules'
import type { SiteBranding } from '@baseplate/platform/foundation/branding'
import type { ClientSystem } from '@baseplate/platform/foundation/config/groups'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Problem } from '@baseplate/platform/foundation/problem'
import type { InboxState } from '@baseplate/platform/notifications/door'
import type { Banner } from '@baseplate/platform/operations/door'
import type { PartyView } from '@baseplate/platform/parties/door'
import type { Platform as RunningPlatform } from '@baseplate/platform/platform'
import type { Catalogue } from '@baseplate/texts/catalogue'
import type { Done } from '#lib/server/lead-back.ts'
import type { RefusedFields } from '#lib/server/read-list.ts'

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
      branding: SiteBranding
      /** The signed-in user. */
      actor: Actor | null
      /** Scopes of the access token that the request came with. */
      scopes?: ReadonlySet<TokenScope>
      /** Whether the signed-in user is in a party. Otherwise pages need not ask the database for one. */
      inParty: boolean
      /** The client's IP address, as resolved through the trusted proxies. */
      address: string
      /** Whether the request comes from the machine of a site that only this machine reaches. */
      isOwnMachine: boolean
      requestId: string
      /** Texts in the reader's language. For programs, the shipped English texts. */
      texts: Catalogue
      /** The session cookie that the response sets. */
      sessionCookies?: string[]
      /** The token of the session; after a rotation, the new one. */
      sessionToken?: string
      /** Whether the page shows a list without the invalid parameters of its query. */
      hasInvalidQuery?: boolean
      /** Whether the request has changed something. A failure after that leaves its outcome unknown. */
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
        /** Whether most pages are closed: the account is moderated, deleted, or lacks a required second factor. */
        confined: boolean
        /** Whether the account has passkeys. */
        passkeys: boolean
        /** Whether the account has an authenticator app. */
        authenticator: boolean
      } | null
      /** Micro-units; null for visitors, and while the economy service is unreachable. */
      balance: string | null
      /** State of the viewer's inbox when the page was rendered; null for visitors and confined users. */
      inbox: InboxState | null
      /** `baseUrl` is the configured URL, which can differ from the request's behind a proxy. */
      site: Pick<SiteBranding, 'name' | 'tagline' | 'welcome' | 'logo' | 'icon' | 'links'> & {
        currency: string
        baseUrl: string
        hasAccounts: boolean
        /** Identity providers that users may sign in with. */
        providers: { id: string; name: string }[]
        /** Engine of the games. */
        engine: Config['Engine']
        /** Systems with a client or a launcher to download; empty if there is no download. */
        systems: ClientSystem[]
      }
      /** The party that the bar at the top of the page shows. */
      party: PartyView | null
      /** Banners at the top of every page that the viewer has not dismissed. */
      announcements: Banner[]
      /** The message of a form that was sent without scripts. The page shows it at the form. */
      done: Done | undefined
      theme: string
      /** The language of the response. */
      pageLanguage: string
      /** Offered languages, each with its own name for itself. */
      languages: { locale: string; name: string }[]
      /** Messages at the fields of a form whose values are in the URL, such as filters. */
      refused?: RefusedFields
      /** Title of the page, where its URL does not imply it. */
      title?: string
    }

    interface Platform {
      req: IncomingMessage
    }
  }
}
