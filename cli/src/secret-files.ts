import { madeKeys } from '@baseplate/platform/installation/door'
import { sqliteFile } from '@baseplate/storage/database/location'

/** Keys in the data directory. Only the product may read them. */
export const keyFiles = ['setup', 'signing.pem', 'totp', 'unsubscribe', 'vapid', ...madeKeys].map(
  (name) => `keys/${name}`,
)

/** Files of the data directory that a game server of another user must not be able to read. */
export const secretFiles = [sqliteFile, 'economy/ledger', ...keyFiles]
