import type { Generated } from 'kysely'

/** Action of a person on the pages of the data of a game. */
export type LookAction = 'view' | 'search' | 'edit' | 'delete' | 'restore' | 'restoreall' | 'removescore'

/** The entries that a restore changes: those of the scope `player` of one player, or those of a store. */
export type RestoreKind = 'player' | 'store'

/** How long the scores of a leaderboard count together. Days, weeks and months are those of UTC; a week begins on Monday. */
export type Period = 'none' | 'day' | 'week' | 'month'

/** The score that stays when a player has another one in the same period: the greater, the last, or the sum. */
export type Keeping = 'best' | 'last' | 'sum'

/** Times are Unix milliseconds. Flags are 0 or 1. */
export interface GameDataTables {
  /** Stores of worlds whose kind was chosen. Any other store is a standard one. */
  data_stores: {
    world_id: number
    store: string
    kind: 'standard' | 'ordered'
  }
  /** Entries, and tombstones of deleted ones. */
  data_entries: {
    id: string
    /** The place to whose world the entry belongs. It may be deleted: other places may share its world. */
    world_id: number
    store: string
    scope: string
    key: string
    /** Grows with each change, and is never used again: the time of the change, or one more than the version before. */
    version: number
    created: number
    updated: number
    deleted: Generated<number>
    /** Bytes of the value. */
    bytes: number
    /** The value, if it is a whole number that a double keeps exactly. Null: another value. */
    number: number | null
    /** Numbers of the players whom the entry is about, separated by commas. */
    players: string
    /** The minute of the last write, in minutes since 1970, and the writes within it. */
    minute: number
    minute_writes: number
  }
  /** The current values of entries, and the values of earlier versions that are kept. */
  data_values: {
    entry_id: string
    version: number
    /** JSON, as it was sent. */
    value: string
    bytes: number
    written: number
    /** When the version is removed. Null: it is the current one. */
    expires: number | null
  }
  /** Players whom entries outside the scope `player` are about. */
  data_players: {
    entry_id: string
    number: number
  }
  /** The game servers that have the data of players: the last one that read or wrote it while the player was there. */
  data_holds: {
    world_id: number
    store: string
    number: number
    server_ticket: string
    since: number
    /** When the server released the data. Null: it has not. */
    released: number | null
  }
  /** Bytes of the current values of each world, in parts that are written independently of each other. */
  data_usage: {
    world_id: number
    part: number
    bytes: number
  }
  /** Looks of people at data of players, and their changes, on the pages of the data. */
  data_looks: {
    id: string
    world_id: number
    at: number
    actor_id: string
    action: LookAction
    /** Null: all stores. */
    store: string | null
    scope: string
    key: string
    /** Why a score was removed. Null: the action has no reason. */
    reason: string | null
  }
  /** Restores of all entries of a player or a store to a moment. */
  data_restores: {
    id: string
    world_id: number
    kind: RestoreKind
    /** Number of the player, or name of the store. */
    target: string
    moment: number
    /** Null: the account is erased. */
    started_by: string | null
    created: number
    state: 'running' | 'done'
    /** The last entry that was visited: its store, scope and key, in lines. Empty: none. */
    position: Generated<string>
    /** Null: the entries were not counted yet. */
    total: Generated<number | null>
    /** Entries that have their value of that moment. */
    done: Generated<number>
    /** Entries that keep their value, because the one of that moment is not kept. */
    kept: Generated<number>
    undone: Generated<number>
  }
  /** Entries of a restore that wait for a player to leave. */
  data_restore_waits: {
    restore_id: string
    store: string
    scope: string
    key: string
  }
  /** Responses to writes with an `Idempotency-Key`. */
  data_requests: {
    /** Hexadecimal SHA-256 of the sender and the key. */
    id: string
    /** Hexadecimal SHA-256 of the request. */
    request: string
    /** JSON. */
    response: string
    created: number
  }
  /** The rest of the budgets of game servers. Only PostgreSQL has rows. */
  data_budgets: {
    key: string
    tokens: number
    refilled: number
  }
  /** Ordered stores whose scores are public: the entries of the scope `player`. */
  data_leaderboards: {
    world_id: number
    store: string
    title: string
    period: Period
    keep: Keeping
  }
  /** The scores of players. Those of the present period are the values of the entries. */
  data_scores: {
    world_id: number
    store: string
    /** When the period began. 0: it has no beginning. */
    began: number
    /** Number of the player. */
    number: number
    score: number
    /** When the score is removed. Null: never. */
    expires: number | null
  }
  /** Messages between the servers of a world. They are removed after a minute. */
  data_messages: {
    world_id: number
    /** Grows with each message of the world, in the order of commits, and is never used again. */
    id: number
    topic: string
    /** JSON, as it was sent. */
    body: string
    created: number
  }
}

declare module '../foundation/database.ts' {
  interface Database extends GameDataTables {}
}
