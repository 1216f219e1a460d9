import type { EconomyStatus } from '../../contract.ts'
import type { Observed, ReplicationState } from './metrics.ts'

/** Returns the response of `GET /status`. */
export const statusOf = ({
  ledger: { totals, commits },
  snapshot,
  replication,
}: Observed): EconomyStatus => ({
  events: totals.transactions + totals.mints + totals.burns,
  commitMs: meanMs(commits),
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

function meanMs({ counts, sum }: Observed['ledger']['commits']): number | null {
  const count = counts.reduce((all, each) => all + each, 0)
  return count === 0 ? null : (sum * 1000) / count
}
