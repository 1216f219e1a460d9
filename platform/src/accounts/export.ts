import { type Exports, rowsOf } from '../foundation/exports.ts'

/** Everything of a user in this domain, without hashes, keys and other secrets. */
export const exports: Exports<unknown> = {
  rows: {
    account: [
      rowsOf('account', 'users', {
        owner: 'id',
        key: ['id'],
        show: [
          'id',
          'username',
          'permission_level',
          'description',
          'description_updated',
          'removed_description',
          'theme',
          'language',
          'email',
          'renamed',
          'created',
          'privacy_online',
          'privacy_playing',
          'privacy_joinable',
          'privacy_requests',
          'privacy_follows',
          'privacy_comments',
          'privacy_inventory',
          'privacy_friends',
          'post_feed',
        ],
      }),
      rowsOf('number', 'player_numbers', { owner: 'user_id', key: ['number'], show: ['number'] }),
      rowsOf('storage', 'storage_used', { owner: 'user_id', key: ['user_id'], show: ['bytes'] }),
    ],
    people: [
      rowsOf('blocked', 'user_blocks', {
        owner: 'blocker_id',
        key: ['blocked_id'],
        show: ['created'],
        people: { user: 'blocked_id' },
      }),
      rowsOf('muted', 'user_mutes', {
        owner: 'muter_id',
        key: ['muted_id'],
        show: ['created'],
        people: { user: 'muted_id' },
      }),
    ],
    moderation: [
      rowsOf('actions', 'moderation_actions', {
        owner: 'user_id',
        key: ['number'],
        show: [
          'number',
          'type',
          'reason',
          'content_type',
          'content_title',
          'created',
          'expires',
          'ended',
          'ending',
        ],
      }),
    ],
  },
}
