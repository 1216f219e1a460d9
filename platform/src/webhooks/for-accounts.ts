import { announceAccount } from './announce-account.ts'
import { ownWebhooks } from './own-webhooks.ts'

/** The webhooks as accounts use them, which are a domain below. */
export const webhooksForAccounts = { announceAccount, ownWebhooks }

export type WebhooksForAccounts = typeof webhooksForAccounts
