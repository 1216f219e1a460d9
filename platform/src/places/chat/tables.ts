export interface ChatTables {
  /** The chat of games, as their servers reported it. Kept for a few days. */
  chat_lines: {
    /** Sorts by time of arrival. */
    id: string
    place_id: number
    /** Id of the run of the dedicated server; null: the owner hosts the server. */
    run: string | null
    user_id: string
    text: string
    /** When the player said it, in Unix milliseconds. */
    at: number
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends ChatTables {}
}
