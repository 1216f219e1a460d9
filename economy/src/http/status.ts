import type { EconomyStatus } from '../../contract.ts'
import type { Observed, ReplicationState } from './metrics.ts'

/** Returns the response of `GET /status`. */
export const statusOf = ({ ledger: { totals }, snapshot, replication }: Observed): EconomyStatus => ({
  events: totals.transactions + totals.mints + totals.burns,
  snapshot,
  ...(replication && { replication: replicationOf(replication) }),
})

/** JSON has no infinity, which is the lag of a standby that has not seen the writer yet. */
const replicationOf = ({ isWriter, epoch, lagMs, standbys }: ReplicationState) => ({
  isWriter,
  epoch,
  lagMs: Number.isFinite(lagMs) ? lagMs : null,
  standbys: standbys ?? null,
})
