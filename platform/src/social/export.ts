import { type Exports, rowsOf } from '../foundation/exports.ts'

/** Everything of a user in this domain, without hashes, keys and other secrets. */
export const exports: Exports<unknown> = {
  rows: {
    people: [
      rowsOf('following', 'follows', {
        owner: 'follower_id',
        key: ['followed_id'],
        show: ['created'],
        people: { user: 'followed_id' },
      }),
      rowsOf('followers', 'follows', {
        owner: 'followed_id',
        key: ['follower_id'],
        show: ['created'],
        people: { user: 'follower_id' },
      }),
      rowsOf('friends_and_requests', 'friendships', {
        owner: ['low_id', 'high_id'],
        key: ['low_id', 'high_id'],
        show: ['created'],
        people: { one: 'low_id', other: 'high_id', requested_by: 'requested_by' },
      }),
    ],
  },
}
