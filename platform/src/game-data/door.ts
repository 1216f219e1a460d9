import { hour, minute, second } from '@baseplate/service/clock'
import type { Door } from '../foundation/door.ts'
import { startJob } from '../foundation/jobs.ts'
import type { Services } from '../foundation/services.ts'
import { sweepOf } from '../foundation/sweep-job.ts'
import type { PlayerLookups } from '../places/door.ts'
import { createDataBudgets, type DataBudgets } from './budgets/budgets.ts'
import { createLargeValues, type LargeValues } from './entries/large-values.ts'
import { erasePlayersData } from './erase.ts'
import { exports } from './export.ts'
import { createServerMessages, heartbeatMs, type ServerMessages } from './messages/messages.ts'
import { sweepMessages } from './messages/queries.ts'
import { createDataRestores, type DataRestores } from './restores/run.ts'
import { sweepGameData } from './sweep.ts'
import type {} from './tables.ts'

export type { DataBudgets } from './budgets/budgets.ts'
export type { BudgetKind, BudgetState } from './budgets/rules.ts'
export {
  type Caller,
  requireDataProgram,
  requireDataServer,
  type ServerCaller,
  worldOf,
} from './caller.ts'
export type { Changed } from './entries/change.ts'
export { chooseKind } from './entries/choose-kind.ts'
export {
  entryListQuery,
  maxBatchBytes,
  type Operation,
  parseBatch,
  parseEntryName,
  parsePlayers,
  parseScopeName,
  parseStep,
  parseValue,
  parseVersion,
} from './entries/input.ts'
export { largeValueBytes } from './entries/large-values.ts'
export { listEntries, listVersions, rankEntry } from './entries/list.ts'
export { type ReadEntry, readEntries, readEntry } from './entries/read.ts'
export type { Change, Condition } from './entries/rules.ts'
export { BatchRefused, writeEntries } from './entries/write.ts'
export { releasePlayersData, waitForHold } from './holds/hold.ts'
export type { MessageEvent } from './messages/follower.ts'
export { parseMessage, parseMessageId, parseTopic, parseTopics } from './messages/input.ts'
export { maxMessageBytes } from './messages/rules.ts'
export { deleteDataEntry, editDataEntry, restoreDataEntry } from './pages/change-entry.ts'
export { removeScore } from './pages/remove-score.ts'
export { viewDataEntries } from './pages/view-entries.ts'
export { viewDataEntry } from './pages/view-entry.ts'
export { type ShownLeaderboard, viewLeaderboard, viewLeaderboards } from './pages/view-leaderboard.ts'
export { viewPlayersData } from './pages/view-player.ts'
export { offersData, viewDataStores } from './pages/view-stores.ts'
export { startDataRestore, undoDataRestore } from './restores/start.ts'
export type { EntryName } from './rules.ts'

/** Parts that the domain adds to the running platform. */
export interface GameData {
  dataBudgets: DataBudgets
  dataRestores: DataRestores
  largeValues: LargeValues
  serverMessages: ServerMessages
}

const open = (services: Services & { playerLookups: PlayerLookups }): GameData => ({
  dataBudgets: createDataBudgets(services),
  dataRestores: createDataRestores(services),
  largeValues: createLargeValues(),
  serverMessages: createServerMessages(services),
})

export const door = {
  open,
  jobs: (platform: Services & GameData) => {
    const { log, serverMessages, sharedJobs: shared } = platform
    return [
      platform.dataRestores,
      shared.start('sweep data of games', hour, sweepOf(platform, sweepGameData)),
      shared.start('sweep messages between servers', minute, sweepOf(platform, sweepMessages)),
      startJob('read messages between servers', second, serverMessages.poll, log),
      startJob('send heartbeats of messages between servers', heartbeatMs, serverMessages.heartbeat, log),
    ]
  },
  erase: erasePlayersData,
  exports,
} satisfies Door<Services & GameData>
