import { type Exports, rowsOf } from '../foundation/exports.ts'

/** Everything of a user in this domain, without hashes, keys and other secrets. */
export const exports: Exports<unknown> = {
  rows: {
    notifications: [
      rowsOf('webhooks', 'webhooks', {
        owner: 'user_id',
        key: ['id'],
        show: ['url', 'events', 'format', 'created', 'disabled', 'failing_since'],
      }),
    ],
  },
}
