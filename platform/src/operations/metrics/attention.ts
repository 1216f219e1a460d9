import { statfs } from 'node:fs/promises'
import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { noInput } from '../../foundation/input.ts'
import { countOpenAppeals, countWaiting, countWaitingPictures } from '../../moderation/door.ts'
import { type Economy, listOverdue, type PaymentFacts, paidFor, paymentFacts } from '../../money/door.ts'
import { overdueAfter, overdueText } from '../../money/payments/rules.ts'
import type { Orchestrator } from '../../places/door.ts'
import { countIncomplete } from '../../rendering/door.ts'
import { isBackupOverdue } from './last-backup.ts'
import {
  countOverduePayments,
  countPendingAssets,
  countRenders,
  findPlatformStart,
  readLastBackup,
} from './queries.ts'
import { isNearlyFull } from './rules.ts'

/** Something that needs a moderator's or administrator's attention. */
export interface Attention {
  what:
    | 'reports'
    | 'assets'
    | 'pictures'
    | 'appeals'
    | 'itemappeals'
    | 'gameappeals'
    | 'ledger'
    | 'payments'
    | 'renders'
    | 'incompleterenders'
    | 'orchestrator'
    | 'servers'
    | 'disk'
    | 'backup'
  /** Number of cases; free bytes for the disk; null for a single case. */
  count: number | null
  /** The oldest overdue payments, each with its age and reason, in English. */
  details?: string[]
  /** The same payments, from which pages make sentences. */
  payments?: OverduePayment[]
}

interface OverduePayment {
  id: string
  /** Unix milliseconds. */
  created: number
  /** The ledger's reason; null: no attempt has ended. */
  reason: string | null
  facts: PaymentFacts
}

/** Maximum number of overdue payments in the list. */
const maxDetails = 5

interface Looking {
  db: Db
  now: Clock
  config: Config
  economy: Pick<Economy, 'readTotals'>
  orchestrator: Pick<Orchestrator, 'servers'>
}

const { catalogManager, moderator, administrator } = permissionLevel

export const viewAttention = useCase(
  {
    summary: 'Returns what needs attention from an actor of this level.',
    scope: 'moderate',
    level: catalogManager,
    input: noInput,
  },
  async (platform: Looking, actor): Promise<Attention[]> => {
    const { db, now } = platform
    const looks: [level: number, what: Attention['what'], look: () => Promise<number | null>][] = [
      [catalogManager, 'reports', () => countWaiting(db, actor.id)],
      [catalogManager, 'assets', () => countPendingAssets(db)],
      [catalogManager, 'pictures', () => countWaitingPictures(db)],
      [moderator, 'appeals', () => countOpenAppeals(db, 'user', now())],
      [moderator, 'itemappeals', () => countOpenAppeals(db, 'asset', now())],
      [moderator, 'gameappeals', () => countOpenAppeals(db, 'place', now())],
      [moderator, 'ledger', async () => ((await platform.economy.readTotals()) === null ? null : 0)],
      [moderator, 'orchestrator', async () => ((await countFailedServers(platform)) === null ? null : 0)],
      [moderator, 'servers', async () => (await countFailedServers(platform)) ?? 0],
      [administrator, 'payments', () => countOverduePayments(db, now() - overdueAfter)],
      [catalogManager, 'renders', () => countRenders(db, ['failed'])],
      [catalogManager, 'incompleterenders', () => countIncomplete(db)],
      [administrator, 'disk', () => lookAtDisk(platform.config.dataDirectory)],
      [administrator, 'backup', async () => ((await isBackupMissing(platform)) ? null : 0)],
    ]
    const found = await Promise.all(
      looks
        .filter(([level]) => actor.permissionLevel >= level)
        .map(async ([, what, look]) => ({ what, count: await look() })),
    )
    const needed = found.filter(({ count }) => count !== 0)
    return Promise.all(
      needed.map(async (one) =>
        one.what === 'payments' ? { ...one, ...(await describeOverdue(db, now())) } : one,
      ),
    )
  },
)

async function describeOverdue(
  db: Db,
  now: number,
): Promise<Required<Pick<Attention, 'details' | 'payments'>>> {
  const overdue = await listOverdue(db, now - overdueAfter, maxDetails)
  return {
    details: overdue.map(
      (payment) => `${payment.id}, ${paidFor(paymentFacts(payment))}: ${overdueText(payment, now)}`,
    ),
    payments: overdue.map((payment) => {
      const { id, created, reason } = payment
      return { id, created, reason, facts: paymentFacts(payment) }
    }),
  }
}

/** Returns null while the orchestrator is unavailable. It is asked only where the configuration has its command. */
async function countFailedServers({ config, orchestrator }: Looking): Promise<number | null> {
  if (!config.Orchestrator.Command) return 0
  try {
    const { servers } = await orchestrator.servers()
    return servers.filter(({ state }) => state === 'failed').length
  } catch {
    return null
  }
}

async function lookAtDisk(directory: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(directory)
  const disk = { free: bavail * bsize, size: blocks * bsize }
  return isNearlyFull(disk) ? Math.max(1, disk.free) : 0
}

async function isBackupMissing({ db, config, now }: Looking): Promise<boolean> {
  const last = await readLastBackup(db, now())
  const since = await findPlatformStart(db)
  return since !== undefined && isBackupOverdue(last, { Backup: config.Backup, since, now: now() })
}
