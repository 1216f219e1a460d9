import type { Exports } from '../foundation/exports.ts'
import { rowsOf } from '../foundation/listing.ts'

/** Everything of a user in this domain, without hashes, keys and other secrets. */
export const exports: Exports<unknown> = {
  rows: {
    people: [rowsOf('party', 'party_members', { owner: 'user_id', key: ['user_id'], show: ['joined'] })],
  },
}
