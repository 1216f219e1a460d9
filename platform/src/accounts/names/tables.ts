export interface NameTables {
  /** Names that users had before. Until they expire, they lead to the profile and nobody else can take them. */
  former_usernames: {
    /** Hex SHA-256 of the `username_key`, so that the name of an erased account is not kept. */
    name_hash: string
    /** Null: the account is erased. */
    user_id: string | null
    /** Unix milliseconds. */
    expires: number
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends NameTables {}
}
