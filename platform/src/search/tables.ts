export interface SearchTables {
  /** SQLite only: each user's row in `user_name_parts`. Triggers maintain it. */
  user_numbers: {
    number: number
    user_id: string
  }
}

declare module '../foundation/database.ts' {
  interface Database extends SearchTables {}
}
