import { type Exports, rowsBelow, rowsOf } from '../foundation/exports.ts'

const ofOutfits = { table: 'outfits', key: 'id', owner: 'user_id' } as const
const bodyColours = ['head', 'torso', 'left_arm', 'right_arm', 'left_leg', 'right_leg'] as const

/** Everything of a user in this domain, without hashes, keys and other secrets. */
export const exports: Exports<unknown> = {
  rows: {
    avatar: [
      rowsOf('body_colours', 'body_colours', { owner: 'user_id', key: ['user_id'], show: bodyColours }),
      rowsOf('worn', 'worn_items', { owner: 'user_id', key: ['asset_id'], show: ['asset_id'] }),
      rowsOf('outfits', 'outfits', {
        owner: 'user_id',
        key: ['id'],
        show: ['id', 'name', 'shared', ...bodyColours, 'created'],
      }),
      rowsBelow('items_of_outfits', 'outfit_items', ofOutfits, {
        refersTo: 'outfit_id',
        key: ['outfit_id', 'asset_id'],
        show: ['outfit_id', 'asset_id'],
      }),
    ],
  },
}
