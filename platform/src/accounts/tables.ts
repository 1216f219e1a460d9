import type { Generated } from 'kysely'
import type { PrivacyColumns } from './privacy/tables.ts'

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
  /** One row, written with the first account. Its primary key makes one of two simultaneous first accounts fail. */
  first_account: {
    id: number
    user_id: string
  }
  /** Numbers by which games know accounts. A trigger gives each account its number. */
  player_numbers: {
    number: number
    /** Unique. Null: the account was erased. Its number stays taken. */
    user_id: string | null
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
