import type { Clock } from '@baseplate/service/clock'
import { type PoolUse, poolUseOf } from '@baseplate/storage/database/postgres'
import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import type { Inbox } from '../../notifications/door.ts'
import { countPlayers, type PlayerCounts } from '../../places/door.ts'
import { countQueuedHashes } from '../../sign-in/door.ts'
import { countFailing, countWaiting } from '../../webhooks/door.ts'
import { countPendingAssets, countRenders, readLastBackup } from './queries.ts'

/** Current values for Prometheus. */
export interface Gauges {
  /** Number of players in all places. */
  playing: number
  /** Number of waiting tasks by kind. */
  waiting: Record<
    'renders' | 'payments' | 'approvals' | 'reports' | 'mails' | 'webhooks' | 'passwords',
    number
  >
  /** Enabled webhooks whose last request failed. */
  webhooksFailing: number
  /** Open event streams of this process. */
  streams: Record<'notifications' | 'players', number>
  /** Time of the last complete backup in Unix milliseconds; undefined if none is known. */
  lastBackup: number | undefined
  /** Use of the connections to the database; undefined without a pool. */
  pool: PoolUse | undefined
}

interface Reading {
  db: Db
  now: Clock
  inbox: Pick<Inbox, 'followers'>
  playerCounts: Pick<PlayerCounts, 'followers'>
}

/** Each count uses an index of exactly the counted rows, so it does not slow down as the tables grow. */
export async function readGauges({ db, now, inbox, playerCounts }: Reading): Promise<Gauges> {
  const count = sql<number>`count(*)`.as('count')
  const [playing, renders, approvals, payments, reports, mails, webhooks, failing, backup] =
    await Promise.all([
      countPlayers(db, now()),
      countRenders(db, ['waiting', 'drawing']),
      countPendingAssets(db),
      db.selectFrom('payments').select(count).where('state', '=', sql.lit('pending')).executeTakeFirst(),
      db.selectFrom('reports').select(count).where('closed', 'is', null).executeTakeFirst(),
      db.selectFrom('mails').select(count).executeTakeFirst(),
      countWaiting(db),
      countFailing(db),
      readLastBackup(db, now()),
    ])
  return {
    playing,
    waiting: {
      renders,
      payments: Number(payments?.count),
      approvals,
      reports: Number(reports?.count),
      mails: Number(mails?.count),
      webhooks,
      passwords: countQueuedHashes(),
    },
    webhooksFailing: failing,
    streams: { notifications: inbox.followers(), players: playerCounts.followers() },
    lastBackup: backup?.finished,
    pool: poolUseOf(db),
  }
}
