import type { Generated } from 'kysely'
import type { EmailPurpose } from './emails/rules.ts'
import type { PrivacyColumns } from './privacy/tables.ts'
import type { SecurityNotice } from './security-events.ts'

/** Times are Unix milliseconds, flags are 0 or 1. */
export interface AccountTables {
  /** With the settings of `accounts/privacy`. */
  users: {
    /** Opaque. The account at the economy service is `user:<id>`. */
    id: string
    /** In the letter case that its owner chose. */
    username: string
    /** Unique: `usernameKey` of the name. */
    username_key: string
    password_hash: string
    permission_level: number
    description: string
    description_updated: number
    /** The description that a moderator removed last. Null: none. */
    removed_description: Generated<string | null>
    /** Name of a configured theme. Null: the first one. */
    theme: string | null
    /** BCP 47 tag of the language that the user has chosen. Null: the language that the browser asks for. */
    language: string | null
    /** Name of the small head shot in lists, which a trigger copies from `previews`. Null: it has not been rendered yet. */
    portrait: Generated<string | null>
    /** 1: the user is in a party. Triggers of `party_members` maintain it. */
    in_party: Generated<number>
    /** Null unless the operator has switched e-mail on and the owner gave an address. */
    email: string | null
    /** Unique: `mailboxKey` of the address. */
    email_key: string | null
    /**
     * The `email_key` that the owner has confirmed. The address is verified while they are equal, so that a change of the address
     * by a process of an older version ends the verification as well.
     */
    verified_email_key: Generated<string | null>
    /** Second factors of the account, as `factorBits`. */
    factors: Generated<number>
    /** When the user last changed their name. Null: never. */
    renamed: Generated<number | null>
    created: number
    /** 1: everybody may read the user's posts in a feed, also without an account. */
    post_feed: Generated<number>
  } & PrivacyColumns
  sessions: {
    /** Hex SHA-256 of the token, which only the cookie holds. */
    token_hash: string
    user_id: string
    created: number
    last_used: number
    expires: number
    user_agent: string
    address: string
    /** When the owner last proved their identity in this session. Null: when it was created. */
    proved: Generated<number | null>
    /** 1: the user's rights have changed, so the next request replaces the token. */
    rotation_due: Generated<number>
    /** When this token ends, because another one has replaced it. 0: it is the current one. */
    replaced: Generated<number>
    /** The hash of the session's first token. Null: this is the first. */
    first_hash: Generated<string | null>
  }
  /** Sign-ins with a password that wait for the second factor. */
  pending_sign_ins: {
    /** Hex SHA-256 of the token, which only the cookie holds. */
    token_hash: string
    user_id: string
    expires: number
  }
  /** Devices that signed in to an account. A sign-in from any other one is reported to the owner. */
  login_devices: {
    user_id: string
    /** An `addressGroup`. */
    address: string
    /** A `deviceName`. */
    device: string
    last_login: number
  }
  /** One row, written with the first account. Its primary key makes one of two simultaneous first accounts fail. */
  first_account: {
    id: number
    user_id: string
  }
  /** Addresses from which an account was signed in to. The account's limit on wrong passwords does not apply there. */
  login_addresses: {
    user_id: string
    /** An `addressGroup`. */
    address: string
    last_login: number
  }
  /** Attempts at passwords that a limit counts. Empty on SQLite. */
  password_attempts: {
    id: string
    /** `usernameKey` of the typed name. */
    account: string
    /** An `addressGroup`. */
    address: string
    /** Start of an attempt that is running; otherwise when its password turned out to be wrong. */
    at: number
    /** `forgiven`: a right password from this address has followed, so only the other limits count it. */
    state: 'running' | 'wrong' | 'forgiven'
  }
  registration_keys: {
    key: string
    uses: number
    uses_left: number
    created: number
    /** Null: never expires. */
    expires: number | null
    disabled: number
    /** Null: the maker's account is deleted, or the operator made the key. */
    maker_id: string | null
  }
  recovery_links: {
    /** Hex SHA-256 of the token, which only the mail holds. */
    token_hash: string
    user_id: string
    created: number
    expires: number
    /** When the link was used or ended. */
    ended: number | null
    /** The address that the link was mailed to. Null: staff gave it to the owner. */
    email: Generated<string | null>
  }
  /** Links that confirm an address, or a change to it. */
  email_links: {
    /** Hex SHA-256 of the token, which only the mail holds. */
    token_hash: string
    user_id: string
    /** The address that the link was sent to. */
    email: string
    purpose: EmailPurpose
    created: number
    expires: number
    /** When the link was used or ended. */
    ended: number | null
  }
  /** Links in mail about an account's security, with which its owner secures it. */
  security_links: {
    /** Hex SHA-256 of the token, which only the mail holds. */
    token_hash: string
    user_id: string
    /** The address that the mail was sent to. */
    email: string
    event: SecurityNotice['event']
    created: number
    expires: number
    /** When the link was used, or ended by the use of an earlier one. */
    ended: number | null
  }
  /** Bytes of the files that each account has stored, maintained by triggers. */
  storage_used: {
    user_id: string
    bytes: number
  }
}

declare module '../foundation/database.ts' {
  interface Database extends AccountTables {}
}
