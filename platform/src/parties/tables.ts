/** Times are Unix milliseconds. */
export interface PartyTables {
  parties: {
    id: string
    /** Secret of the party's link. Every user who has it may join. */
    code: string
    /** The place that the party was last called to. Null: none yet, or it was deleted. */
    place_id: number | null
    /** The member who called the party there. */
    called_by: string | null
    /** When the party was called there; 0: never. */
    called: number
    created: number
  }
  /** A user is in one party at most. */
  party_members: {
    user_id: string
    party_id: string
    joined: number
  }
}

declare module '../foundation/database.ts' {
  interface Database extends PartyTables {}
}
