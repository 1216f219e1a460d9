import type { Exports } from '../foundation/exports.ts'
import { rowsOf } from '../foundation/listing.ts'

const comment = ['id', 'parent_id', 'content', 'created', 'visibility'] as const

/** Everything of a user in this domain, without hashes, keys and other secrets. */
export const exports: Exports<unknown> = {
  rows: {
    comments: [
      rowsOf('on_items', 'comments', { owner: 'author_id', key: ['id'], show: [...comment, 'asset_id'] }),
      rowsOf('on_games', 'place_comments', {
        owner: 'author_id',
        key: ['id'],
        show: [...comment, 'place_id', 'version'],
      }),
      rowsOf('on_groups', 'group_comments', {
        owner: 'author_id',
        key: ['id'],
        show: [...comment, 'group_id'],
      }),
    ],
  },
}
