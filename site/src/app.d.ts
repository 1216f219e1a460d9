import type { IncomingMessage } from 'node:http'
import type { Actor } from '@baseplate/platform/accounts/rules'
import type { InboxState } from '@baseplate/platform/notifications/queries'
import type { Banner } from '@baseplate/platform/operations/banners/banners'
import type { Platform as RunningPlatform } from '@baseplate/platform/platform'

declare global {
  namespace App {
    interface Error {
      status: number
      message: string
      /** The request's name in the log. */
      requestId?: string
    }

    interface Locals {
      platform: RunningPlatform
      /** Whoever is signed in. */
      actor: Actor | null
      /** The client's address, seen through the trusted proxies. */
      address: string
      requestId: string
      /** Seconds after which a refused request may be tried again. */
      retryAfter?: number
    }

    interface PageData {
      viewer: {
        id: string
        username: string
        portrait: string | null
        permissionLevel: number
        moderated: boolean
      } | null
      /** Micro-units; null when nobody is signed in or the economy service is away. */
      balance: string | null
      /** What the viewer's inbox held when the page was made; null for those who may not see it. */
      inbox: InboxState | null
      /** `baseUrl` is the platform's own address, which behind a proxy the request's need not be. */
      site: { name: string; tagline: string; currency: string; baseUrl: string; hasAccounts: boolean }
      /** What is said at the top of every page, but what the viewer has put away. */
      announcements: Banner[]
      theme: string
      /** What a page is about, where its address does not say it. */
      title?: string
    }

    interface Platform {
      req: IncomingMessage
    }
  }
}
