import { type Exports, rowsOf } from '../foundation/exports.ts'

/** Everything of a user in this domain, without hashes, keys and other secrets. */
export const exports: Exports<unknown> = {
  rows: {
    notifications: [
      rowsOf('notifications', 'notifications', {
        owner: 'user_id',
        key: ['id'],
        show: ['id', 'type', 'event', 'details', 'link', 'read', 'created'],
        people: { sender: 'sender_id' },
      }),
      rowsOf('choices', 'notification_choices', {
        owner: 'user_id',
        key: ['kind'],
        show: ['kind', 'site', 'mail', 'push'],
      }),
      rowsOf('schedule', 'notification_schedules', {
        owner: 'user_id',
        key: ['user_id'],
        show: ['time_zone', 'quiet_from', 'quiet_to', 'last_mail'],
      }),
      rowsOf('browsers', 'push_subscriptions', {
        owner: 'user_id',
        key: ['id'],
        show: ['device', 'created'],
      }),
    ],
  },
}
