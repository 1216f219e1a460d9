import { type Exports, rowsOf } from '../foundation/exports.ts'

/** Everything of a user in this domain, without hashes, keys and other secrets. */
export const exports: Exports<unknown> = {
  rows: {
    account: [
      rowsOf('linked_identities', 'linked_identities', {
        owner: 'user_id',
        key: ['issuer', 'subject'],
        show: ['issuer', 'subject', 'created', 'last_used'],
      }),
      rowsOf('authenticators', 'totp_secrets', {
        owner: 'user_id',
        key: ['user_id'],
        show: ['created', 'confirmed'],
      }),
      rowsOf('passkeys', 'passkeys', {
        owner: 'user_id',
        key: ['id'],
        show: ['name', 'transports', 'created', 'last_used'],
      }),
      rowsOf('access_tokens', 'access_tokens', {
        owner: 'user_id',
        key: ['id'],
        show: ['name', 'scopes', 'created', 'expires', 'last_used'],
      }),
      rowsOf('email_links', 'email_links', {
        owner: 'user_id',
        key: ['token_hash'],
        show: ['email', 'purpose', 'created', 'expires', 'ended'],
      }),
      rowsOf('recovery_links', 'recovery_links', {
        owner: 'user_id',
        key: ['token_hash'],
        show: ['email', 'created', 'expires', 'ended'],
      }),
      rowsOf('security_links', 'security_links', {
        owner: 'user_id',
        key: ['token_hash'],
        show: ['email', 'event', 'created', 'expires', 'ended'],
      }),
      rowsOf('registration_keys', 'registration_keys', {
        owner: 'maker_id',
        key: ['key'],
        show: ['uses', 'uses_left', 'created', 'expires', 'disabled'],
      }),
    ],
    sessions: [
      rowsOf('sessions', 'sessions', {
        owner: 'user_id',
        key: ['token_hash'],
        show: ['created', 'last_used', 'expires', 'user_agent', 'address'],
      }),
      rowsOf('devices', 'login_devices', {
        owner: 'user_id',
        key: ['address', 'device'],
        show: ['address', 'device', 'last_login'],
      }),
      rowsOf('addresses', 'login_addresses', {
        owner: 'user_id',
        key: ['address'],
        show: ['address', 'last_login'],
      }),
    ],
  },
}
