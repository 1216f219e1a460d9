/**
 * The HTTP interface of the economy service, as types.
 *
 * Amounts are JSON integers up to 2^64 - 1, more than a JavaScript number holds exactly. Read them with the `context.source` of a
 * `JSON.parse` reviver, and write them with `JSON.rawJSON`.
 */

/** Micro-units of currency, 0 to 18446744073709551615. 1,000,000 micro are one unit. */
export type Micro = bigint

/** Quantities by asset key (`asset-<asset_id>`, also `group-` and `place-`), each from 1 to 18446744073709551615. */
export type Assets = Record<string, bigint>

/** The body of `POST /transact`: moves Amount from From to To, and Returns from To to From. */
export interface TransactBody {
  From: string
  To: string
  /** May be 0 only when Returns is not empty. */
  Amount: Micro
  Note: string
  /** A reference URL. */
  Link?: string
  Returns?: Assets
  /** The share of Amount that is destroyed on the way: 0 <= Fee < 1, at most six decimals. */
  Fee?: number
}

/** The body of `POST /mint`: creates Amount for To. */
export interface MintBody {
  To: string
  Amount: Micro
  Note: string
}

/** The body of `POST /burn`: destroys Amount of From, and creates Returns for From. */
export interface BurnBody {
  From: string
  Amount: Micro
  Note: string
  Link: string
  Returns?: Assets
}

/** Fields that the ledger adds to every accepted event. */
export interface Recorded {
  /** 15 characters, unique in the ledger. */
  Id: string
  /** Unix time in milliseconds. */
  Time: number
  /** The `Idempotency-Key` that the event was sent with. */
  Key?: string
}

export type Transaction = { Type: 'Transaction' } & TransactBody & Recorded
export type Mint = { Type: 'Mint' } & MintBody & Recorded
/** Link is absent only in ledgers that another service wrote. */
export type Burn = { Type: 'Burn' } & Omit<BurnBody, 'Link'> & { Link?: string } & Recorded

/**
 * An element of the response of `GET /transactions` and `GET /transactions/{id}`, where a Transaction always has a Fee, even if
 * it is 0.
 */
export type LedgerEvent = Transaction | Mint | Burn

/**
 * The beginning of a ledger, as `GET /ledger` returns it. The id is the same for each copy of a ledger, and no other one has it. The
 * height is a number of bytes, and the hash covers all of them. Callers send what they know in the header `Known-Ledger`, separated
 * by spaces: `<id> <height> <hash>`. The service refuses requests with 412 if its ledger does not begin with it.
 */
export interface LedgerPart {
  id: string
  height: number
  hash: string
}

/** Response of `GET /status`: one process of the service, for operators. Times are in milliseconds. */
export interface EconomyStatus {
  events: number
  /** Mean time of a commit since this process began to write; null before its first one. */
  commitMs: number | null
  /** The snapshot from which the next start continues. `savedAt` is Unix time; 0 without one. */
  snapshot: { events: number; savedAt: number }
  /** Absent if the ledger is a file. */
  replication?: {
    isWriter: boolean
    /** Number of take-overs. */
    epoch: number
    /** Time for which this process may have missed events; 0 for the writer, null if it is not known. */
    lagMs: number | null
    /** Standbys of the PostgreSQL server; null if the service may not see them. */
    standbys: readonly DatabaseStandby[] | null
  }
}

/** A standby of a PostgreSQL server. */
export interface DatabaseStandby {
  name: string
  /** `sync` or `quorum` if commits wait for it, `potential` if they would after another one's failure, or `async`. */
  state: string
  /** Bytes of the write-ahead log that it does not have on disk yet. */
  lagBytes: number
}
