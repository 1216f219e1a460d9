export interface TokenTables {
  /** Access tokens, by which programs act for their owners. */
  access_tokens: {
    id: string
    user_id: string
    /** Hex SHA-256 of the token. */
    token_hash: string
    name: string
    /** Separated by commas, in the order of `tokenScopes`. */
    scopes: string
    created: number
    expires: number
    /** Up to a minute old. Null: it was never used. */
    last_used: number | null
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends TokenTables {}
}
