import { hour, minute, second } from '@baseplate/service/clock'
import type { Door, Forgetting } from '../foundation/door.ts'
import { type Job, startJob } from '../foundation/jobs.ts'
import { createLimit, hourlyLimit } from '../foundation/limits.ts'
import type { Services } from '../foundation/services.ts'
import type { Spelling } from '../foundation/spelling.ts'
import { sweepOf } from '../foundation/sweep-job.ts'
import { sweepBans } from './bans/sweep.ts'
import type {} from './bans/tables.ts'
import { callsPerMinute } from './chat/rules.ts'
import { sweepChat } from './chat/sweep.ts'
import type {} from './chat/tables.ts'
import { erasePlaces } from './erase.ts'
import { eraseDeletedPlaces } from './erase-deleted.ts'
import { exports } from './export.ts'
import { createPlayerCounts, type PlayerCounts } from './lists/player-counts.ts'
import { createPlaceRankings, type PlaceRankings } from './lists/ranking.ts'
import { createPlaceShelves, type PlaceShelves } from './lists/shelves.ts'
import { createPlaceSpelling } from './lists/spelling.ts'
import { createSharedPictures, type SharedPictures } from './pictures/shared-picture.ts'
import { sweepPlacePictures } from './pictures/sweep.ts'
import type {} from './pictures/tables.ts'
import { sweepWaitingPictures } from './pictures/waiting/sweep.ts'
import { type Admissions, createAdmissions } from './players/admissions.ts'
import { createPlayerLookups, type PlayerLookups } from './players/lookups.ts'
import { createPlayerLists, type PlayerLists } from './players/waits.ts'
import { createOrchestrator, type Orchestrator } from './servers/client.ts'
import { createPresence, type Presence } from './servers/presence.ts'
import { rememberServers } from './servers/remember-servers.ts'
import { reportIntervalOf, reportPresence } from './servers/report-presence.ts'
import { createStartLimit } from './servers/start-server.ts'
import { createTakedownEnforcement, type TakedownEnforcement } from './servers/takedown-enforcement.ts'
import { createGameSessions, type GameSessions } from './sessions/game-sessions.ts'
import { sweepLines } from './sessions/line.ts'
import { createPlayingSweep } from './sessions/sweep.ts'
import { sweepPlaceStatistics } from './statistics/sweep.ts'
import type {} from './statistics/tables.ts'
import type {} from './tables.ts'
import { sweepUploads } from './uploads/sweep.ts'
import type {} from './uploads/tables.ts'
import { sweepPlaceFiles } from './versions/sweep.ts'
import { startVisitTally, type VisitTally } from './visits/tally.ts'
import { sweepWorlds } from './worlds/sweep.ts'
import type {} from './worlds/tables.ts'

export { archivePlace, unarchivePlace } from './archive.ts'
export { findBans, requireNotBanned } from './bans/queries.ts'
export { listChat } from './chat/queries.ts'
export { storeChat } from './chat/store.ts'
export { commentOnPlace } from './comments/comment.ts'
export { commentsLink } from './comments/link.ts'
export { createPlace } from './create.ts'
export { deletePlace } from './delete.ts'
export { favouritePlace, unfavouritePlace } from './favourites/favourite.ts'
export { listFavouritePlaces } from './favourites/list.ts'
export { placeFileReferences } from './file-references.ts'
export { tagLimits } from './genres/rules.ts'
export {
  followInput,
  type HostQuery,
  hostQuery,
  parseConnected,
  parsePlaceId,
  ticketQuery,
  withdrawInput,
} from './input.ts'
export { type KnownPlace, requireKnownPlace } from './known-place.ts'
export type { PlayerEvent } from './lists/count-follower.ts'
export { listNewestPlaces } from './lists/feed.ts'
export { findNamedPlaces, listPlaces, listPopularPlaces } from './lists/list.ts'
export { listPlacesOf, type OwnedListing, type PlaceListing, readListings } from './lists/listings.ts'
export { listMoreBy } from './lists/more-by.ts'
export { listFriendsPlaces, recommendPlaces } from './lists/personal.ts'
export type { PlayerCounts } from './lists/player-counts.ts'
export { idRanges, listPublicIds } from './lists/public-ids.ts'
export type { PlaceRankings } from './lists/ranking.ts'
export { listRecentPlaces, playedBy } from './lists/recent.ts'
export { similarPlaces } from './lists/similar.ts'
export { findManagedPlace, permitManaging, recordChange, requireLockedPlace } from './managed.ts'
export { type ConvertedPicture, convertIcon } from './pictures/convert.ts'
export { readIcon, readThumbnail } from './pictures/read.ts'
export { removeIcon } from './pictures/remove-icon.ts'
export { sharedPictureSize } from './pictures/rules.ts'
export { addThumbnail, moveThumbnail, removeThumbnail } from './pictures/thumbnails.ts'
export { deleteWaitingOf, listWaitingOf } from './pictures/waiting/queries.ts'
export { settleShown, showPicture } from './pictures/waiting/show.ts'
export { storeUpload } from './pictures/waiting/store.ts'
export { withdrawPicture } from './pictures/waiting/withdraw.ts'
export { followPlayers } from './players/follow.ts'
export { leaveGame, leavePlace } from './players/leave.ts'
export type { AdmittedPlayer, PlayerList } from './players/list.ts'
export type { PlayerLookups } from './players/lookups.ts'
export { findPlayersOf, findSeenIn, findVerifiedIn, type NumberedPlayer } from './players/queries.ts'
export { reportPlayers } from './players/report.ts'
export type { Leaving } from './players/rules.ts'
export { type VerifiedPlayer, verifyPlayer } from './players/verify.ts'
export type { PlayerLists } from './players/waits.ts'
export { type PublicPlace, viewPublicPlace } from './public-view.ts'
export { publishPlace } from './publish.ts'
export { findPlace, lockPlace, type PlaceRow } from './queries.ts'
export { removeByServer } from './removals/remove-by-server.ts'
export { banPlayer, kickPlayer, unbanPlayer } from './removals/remove-player.ts'
export { viewPlacePlayers } from './removals/view-players.ts'
export { closeServerById } from './servers/admin/close-server.ts'
export type { Server } from './servers/admin/rules.ts'
export { startServerById } from './servers/admin/start-server.ts'
export { exportServers, viewServers, viewServersOf } from './servers/admin/view-servers.ts'
export type { Orchestrator } from './servers/client.ts'
export { closeServer } from './servers/close-server.ts'
export { hostPlace, servePlace } from './servers/host.ts'
export { findRun } from './servers/queries.ts'
export { readPlaceFile } from './servers/read-file.ts'
export { downloadServerLog, viewServerLog } from './servers/read-log.ts'
export { redeemTicket } from './servers/redeem.ts'
export { type GameRequest, requestGame } from './servers/request-game.ts'
export { type GameServer, requireServer, requireServerPlace } from './servers/require-server.ts'
export { hasSharedServerKey, shareServerKey } from './servers/shared-key.ts'
export { startServer } from './servers/start-server.ts'
export type { TakedownEnforcement } from './servers/takedown-enforcement.ts'
export { viewGameErrors } from './servers/view-game-errors.ts'
export { updateServices } from './services.ts'
export { joinPlace, takeSeats } from './sessions/join.ts'
export { joinOrWait, leaveAnyLine } from './sessions/join-or-wait.ts'
export { positionOf } from './sessions/line.ts'
export { newPlayerKey } from './sessions/player-key.ts'
export { type PlayingPlace, viewPlaying } from './sessions/playing.ts'
export { countPlayers, endPlaying, findPlaying, isPlaying, leaveLine } from './sessions/queries.ts'
export { viewOwnPlaying } from './sessions/view-own.ts'
export {
  regeneratePrivateTicket,
  regenerateServerTicket,
  updateNetwork,
  updatePrivacy,
  viewPlaceSettings,
} from './settings.ts'
export { exportPlaceStatistics, type PlaceStatistics, viewPlaceStatistics } from './statistics/view.ts'
export { updateView } from './update-view.ts'
export { type Timeline, updateTimeline, viewTimeline } from './updates/timeline.ts'
export { viewUpdate, viewUpdates } from './updates/view.ts'
export { writeNotes } from './updates/write-notes.ts'
export { beginUpload } from './uploads/begin.ts'
export { cancelUpload } from './uploads/cancel.ts'
export { continueUpload } from './uploads/receive.ts'
export { offsetConflict, uploadLifetime } from './uploads/rules.ts'
export { viewUpload } from './uploads/view.ts'
export type { Expected } from './versions/expected.ts'
export { contentName } from './versions/place-files.ts'
export { readVersion } from './versions/read-version.ts'
export { restoreVersion } from './versions/restore.ts'
export type { Published } from './versions/store-version.ts'
export { placeFileInput, updatePlaceFile } from './versions/update-file.ts'
export { type PlaceView, viewPlace } from './view.ts'
export { changePlaceVisibility } from './visibility.ts'
export { isUp, takenDown } from './visible.ts'
export { tallyVisits } from './visits/tally.ts'
export { voteOnPlace } from './votes/vote.ts'
export { clearWorld, restoreWorld } from './worlds/change.ts'
export { worldAfterQuery, worldArrivalQuery, worldInput } from './worlds/input.ts'
export { readCurrentWorld, readWorld } from './worlds/read.ts'
export { reserveWorld, storeWorld } from './worlds/store.ts'

/** Parts that the domain adds to the running platform. */
export interface Places {
  admissions: Admissions
  orchestrator: Orchestrator
  presence: Presence
  /** Reports presence to the orchestrator at intervals, and ahead of time when it changes. */
  presenceReports: Job
  gameSessions: GameSessions
  placeRankings: PlaceRankings
  placeShelves: PlaceShelves
  placeSpelling: Spelling
  playerCounts: PlayerCounts
  playerLookups: PlayerLookups
  playerLists: PlayerLists
  sharedPictures: SharedPictures
  takedownEnforcement: TakedownEnforcement
  /** Counts visits at intervals, and at once when a session begins. */
  visitTally: VisitTally
}

function open(services: Services): Places {
  const orchestrator = createOrchestrator(services.config, services.now)
  const presenceReports = services.sharedJobs.start(
    'report presence to the orchestrator',
    reportIntervalOf(services.config),
    () => reportPresence({ ...services, orchestrator }),
  )
  const placeRankings = createPlaceRankings(services)
  const playerLookups = createPlayerLookups(services)
  const playerLists = createPlayerLists({ ...services, playerLookups })
  return {
    admissions: createAdmissions({ ...services, playerLookups, playerLists }),
    orchestrator,
    presence: createPresence(services, presenceReports.runNow),
    presenceReports,
    gameSessions: createGameSessions(services),
    placeRankings,
    placeSpelling: createPlaceSpelling(services),
    placeShelves: createPlaceShelves({ ...services, placeRankings }),
    playerCounts: createPlayerCounts({ placeRankings }),
    playerLookups,
    playerLists,
    sharedPictures: createSharedPictures(),
    takedownEnforcement: createTakedownEnforcement({ ...services, orchestrator, playerLists }),
    visitTally: startVisitTally(services),
  }
}

function startJobs(platform: Services & Places & Forgetting<'place'>): Pick<Job, 'stop'>[] {
  const { log, playerCounts, playerLists, sharedJobs: shared } = platform
  return [
    platform.presenceReports,
    platform.takedownEnforcement,
    platform.visitTally,
    shared.start('sweep lines of places', minute, () => sweepLines(platform)),
    shared.start('sweep playing records', minute, createPlayingSweep(platform)),
    startJob('remember dedicated servers', 15 * second, () => rememberServers(platform), log),
    startJob('poll player counts', second, playerCounts.poll, log),
    startJob('check the players of game servers', 5 * second, playerLists.poll, log),
    startJob('send heartbeats of player counts', 15 * second, playerCounts.heartbeat, log),
    shared.start('erase deleted places', hour, () => eraseDeletedPlaces(platform)),
    shared.start('sweep bans of places', hour, sweepOf(platform, sweepBans)),
    shared.start('sweep chat of games', hour, sweepOf(platform, sweepChat)),
    shared.start('sweep uploads', hour, sweepOf(platform, sweepUploads)),
    shared.start('sweep place files', hour, sweepOf(platform, sweepPlaceFiles)),
    shared.start('sweep worlds', hour, sweepOf(platform, sweepWorlds)),
    shared.start('sweep statistics of places', hour, sweepOf(platform, sweepPlaceStatistics)),
    shared.start('sweep place pictures', hour, sweepOf(platform, sweepPlacePictures)),
    shared.start('sweep waiting pictures', hour, sweepOf(platform, sweepWaitingPictures)),
  ]
}

export const door = {
  open,
  limits: ({ limitCounts: counts, config: { Limits } }: Services) => ({
    joinLimit: hourlyLimit(counts, Limits.JoinsPerHour, 'limits.joins'),
    placeBanLimit: hourlyLimit(counts, Limits.PlaceBansPerHour, 'limits.place_bans'),
    placeFileLimit: hourlyLimit(counts, Limits.PlaceFilesPerHour, 'limits.place_files'),
    placePictureLimit: hourlyLimit(counts, Limits.PlacePicturesPerHour, 'limits.place_pictures'),
    startLimit: createStartLimit(counts),
    chatLimit: createLimit(counts, { points: callsPerMinute, windowSeconds: 60, code: 'limits.chat' }),
  }),
  jobs: startJobs,
  erase: erasePlaces,
  exports,
} satisfies Door<Services & Places & Forgetting<'place'>>
