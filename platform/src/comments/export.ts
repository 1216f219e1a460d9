import { type Exports, rowsOf } from '../foundation/exports.ts'

const comment = ['id', 'parent_id', 'content', 'created', 'visibility'] as const

const ofAuthor = { owner: 'author_id', key: ['id'] } as const

/** Everything of a user in this domain, without hashes, keys and other secrets. */
export const exports: Exports<unknown> = {
  rows: {
    comments: [
      rowsOf('on_items', 'comments', { ...ofAuthor, only: 'asset_id', show: [...comment, 'asset_id'] }),
      rowsOf('on_games', 'comments', {
        ...ofAuthor,
        only: 'place_id',
        show: [...comment, 'place_id', 'version'],
      }),
      rowsOf('on_groups', 'comments', { ...ofAuthor, only: 'group_id', show: [...comment, 'group_id'] }),
    ],
  },
}
