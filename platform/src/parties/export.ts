import { type Exports, rowsOf } from '../foundation/exports.ts'

/** Everything of a user in this domain, without hashes, keys and other secrets. */
export const exports: Exports<unknown> = {
  rows: {
    people: [rowsOf('party', 'party_members', { owner: 'user_id', key: ['user_id'], show: ['joined'] })],
  },
}
