import type { Generated } from 'kysely'
import type { SecurityNotice } from '../accounts/door.ts'
import type { EmailPurpose } from './links/rules.ts'

/** Times are Unix milliseconds, flags are 0 or 1. */
export interface SignInTables {
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
  /** Tickets with which game clients and studios sign in. */
  client_tickets: {
    /** Hex SHA-256 of the ticket, which only its client holds. */
    ticket_hash: string
    user_id: string
    /** `firstHashOf` the session that asked for the ticket. */
    session: string
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
  /** Addresses from which an account was signed in to. The account's limit on wrong passwords does not apply there. */
  login_addresses: {
    user_id: string
    /** An `addressGroup`. */
    address: string
    last_login: number
  }
  /** Wrong passwords that a limit counts. */
  password_attempts: {
    id: string
    /** `usernameKey` of the typed name. */
    account: string
    /** An `addressGroup`. */
    address: string
    at: number
    /** `forgiven`: a right password from this address has followed, so only the other limits count it. */
    state: 'wrong' | 'forgiven'
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
}

declare module '../foundation/database.ts' {
  interface Database extends SignInTables {}
}
