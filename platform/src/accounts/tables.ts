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
}
