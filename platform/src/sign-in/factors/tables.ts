import type { Generated } from 'kysely'

export interface FactorTables {
  /** Secrets of authenticator apps: at most one for each user. */
  totp_secrets: {
    user_id: string
    /** Encrypted: see `totp-key.ts`. */
    secret: string
    created: number
    /** Null: the owner has not entered a code of the app yet. */
    confirmed: number | null
    /** Time step of the last code that was used. No code of it or of an earlier one is accepted. */
    last_step: Generated<number>
  }
  /** Unused recovery codes. */
  recovery_codes: {
    user_id: string
    /** Hex SHA-256 of the code. */
    code_hash: string
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends FactorTables {}
}
