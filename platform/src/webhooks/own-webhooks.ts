import type { OwnWebhooks } from '../sign-in/door.ts'
import { countWebhooks } from './queries.ts'

/** The webhooks of users, as the recovery of an account lists and removes them. */
export const ownWebhooks: OwnWebhooks = {
  count: countWebhooks,
  async removeSince(trx, userId, since) {
    await trx.deleteFrom('webhooks').where('user_id', '=', userId).where('created', '>=', since).execute()
  },
}
