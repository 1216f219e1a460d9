import type { Generated } from 'kysely'

/** Times are Unix milliseconds, flags are 0 or 1. */
export interface AccountTables {
  users: {
    /** Opaque; the economy account is `user:<id>`. */
    id: string
    /** As registered. */
    username: string
    /** Lower-case username: names are unique, and found, without regard to case. */
    username_key: string
    password_hash: string
    permission_level: number
    description: string
    description_updated: number
    /** The theme's name in the configuration; null: the first one there. */
    theme: string | null
    /** Names the small head shot that lists show, and changes with it; null: there is none yet. */
    portrait: Generated<string | null>
    /** Only where the operator has switched e-mail on, and its owner gave one. */
    email: string | null
    /** Unique: `mailboxKey` of the address. */
    email_key: string | null
    created: number
  }
  sessions: {
    /** Hex SHA-256 of the token, which itself is nowhere but in the cookie. */
    token_hash: string
    user_id: string
    created: number
    last_used: number
    expires: number
    user_agent: string
    address: string
  }
  /** One row, written with the first account: its key lets only one of two simultaneous first accounts win. */
  first_account: {
    id: number
    user_id: string
  }
  /** Where somebody has signed in to an account: others' failures do not keep its owner out there. */
  login_addresses: {
    user_id: string
    /** An `addressGroup`. */
    address: string
    last_login: number
  }
  registration_keys: {
    key: string
    uses: number
    uses_left: number
    created: number
    /** Null: never. */
    expires: number | null
    disabled: number
    /** Null: the maker's account is gone. */
    maker_id: string | null
  }
  recovery_links: {
    /** Hex SHA-256 of the token, which itself is nowhere but in the mail. */
    token_hash: string
    user_id: string
    created: number
    expires: number
    /** When it stopped working before its time: it was used, or something else made it pointless. */
    ended: number | null
  }
}
