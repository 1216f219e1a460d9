import { type Exports, rowsOf } from '../foundation/exports.ts'

/** Everything of a user in this domain, without hashes, keys and other secrets. */
export const exports: Exports<unknown> = {
  rows: {
    moderation: [
      rowsOf('takedowns', 'takedowns', {
        owner: 'owner_id',
        key: ['content_type', 'content_id', 'number'],
        show: ['content_type', 'content_id', 'number', 'created', 'reason', 'rejected', 'ended'],
      }),
      rowsOf('appeals', 'appeals', {
        owner: 'author_id',
        key: ['subject_type', 'subject_id', 'number'],
        show: ['subject_type', 'subject_id', 'number', 'created', 'text', 'decided', 'decision', 'answer'],
      }),
      rowsOf('reports', 'reports', {
        owner: 'reporter_id',
        key: ['id'],
        show: [
          'created',
          'type',
          'category',
          'note',
          'link',
          'address',
          'closed',
          'outcome',
          'source',
          'game_id',
        ],
      }),
    ],
  },
}
