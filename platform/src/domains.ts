import { second } from '@baseplate/service/clock'
import { createEmailLinks, type EmailLinks } from './accounts/emails/email-links.ts'
import { createTotpKey, type TotpKey } from './accounts/factors/totp-key.ts'
import { createRecovery, type Recovery } from './accounts/passwords/recovery.ts'
import { createProviderClient, type ProviderClient } from './accounts/providers/client.ts'
import type { SecurityNotices } from './accounts/security-notices.ts'
import { createSessionPlaces, type SessionPlaces } from './accounts/sessions/session-places.ts'
import { createPageAnchors, type PageAnchors } from './assets/catalog/page-anchors.ts'
import { createAssetSpelling } from './assets/catalog/spelling.ts'
import { type AssetCloud, createAssetCloud } from './assets/cloud/client.ts'
import { creationPayments } from './assets/creating/settle.ts'
import { type AssetFiles, createAssetFiles } from './assets/files/asset-files.ts'
import { type Buyers, createBuyers, purchases } from './assets/ownership/buy.ts'
import { createModelReader, type ModelReader } from './assets/pictures/model-reader.ts'
import { type Appearances, createAppearances } from './avatars/appearances.ts'
import { type AvatarPictures, createAvatarPictures } from './avatars/pictures.ts'
import type { Job } from './foundation/jobs.ts'
import type { Spelling } from './foundation/spelling.ts'
import { createFollowUps, type FollowUps } from './moderation/takedowns/follow-ups.ts'
import { createEconomy, type Economy } from './money/ledger/client.ts'
import { createPayments, type Payments } from './money/payments/payments.ts'
import { mints } from './money/treasury/confirm-mint.ts'
import { createInbox, type Inbox } from './notifications/inbox.ts'
import { createUnsubscribeLinks, type UnsubscribeLinks } from './notifications/mails/unsubscribe.ts'
import { openPushConnections, type PushConnections } from './notifications/push/post.ts'
import { createVapidKeys, type VapidKeys } from './notifications/push/vapid.ts'
import { createSecurityNotices } from './notifications/security-notices.ts'
import { createNotificationDefaults } from './notifications/settings/defaults.ts'
import { type Banners, createBanners } from './operations/banners/banners.ts'
import { createFlags, type Flags } from './operations/flags/flags.ts'
import { createRequestTimes, type RequestTimes } from './operations/metrics/request-times.ts'
import { groupPayments } from './people/groups/create.ts'
import { createGroupSpelling } from './people/groups/spelling.ts'
import { createStylesheets, type Stylesheets } from './people/styling/stylesheets.ts'
import { createPlaceRankings, type PlaceRankings } from './places/lists/ranking.ts'
import { createPlaceShelves, type PlaceShelves } from './places/lists/shelves.ts'
import { createPlaceSpelling } from './places/lists/spelling.ts'
import { createSharedPictures, type SharedPictures } from './places/pictures/shared-picture.ts'
import { createOrchestrator, type Orchestrator } from './places/servers/client.ts'
import { reportIntervalMs, reportPresence } from './places/servers/report-presence.ts'
import { createGameSessions, type GameSessions } from './places/sessions/game-sessions.ts'
import { createPlayerCounts, type PlayerCounts } from './places/sessions/player-counts.ts'
import { createPresence, type Presence } from './places/sessions/presence.ts'
import { createTakedownEnforcement, type TakedownEnforcement } from './places/takedown-enforcement.ts'
import { startVisitTally, type VisitTally } from './places/visits/tally.ts'
import { createRenderer } from './renderer.ts'
import { createRenders, type Renderer, type Renders } from './rendering/renders.ts'
import { createRenderWatch } from './rendering/watch.ts'
import type { Services } from './services.ts'
import { type WebhooksForAccounts, webhooksForAccounts } from './webhooks/for-accounts.ts'
import { sendWebhooks } from './webhooks/sending/send.ts'
import { createWebhookSender, type WebhookSender } from './webhooks/sending/sender.ts'

/** The long-lived objects of all domains. */
export interface Domains extends Accounts, People, Places, Assets, Rendering, Money, Operations {
  inbox: Inbox
  unsubscribeLinks: UnsubscribeLinks
  vapidKeys: () => Promise<VapidKeys>
  pushConnections: PushConnections
  notificationDefaults: ReturnType<typeof createNotificationDefaults>
  webhookSender: WebhookSender
  /** Sends webhooks at intervals, and at once for a test. */
  webhookSending: Job
  followUps: FollowUps
}

/** Assembles each domain from the services and the domains below it. */
export function assembleDomains(services: Services): Domains {
  const inbox = createInbox(services)
  const webhookSender = createWebhookSender(services.config)
  const sending = { ...services, inbox, webhookSender }
  const places = assemblePlaces(services)
  const assets = assembleAssets(services)
  const rendering = assembleRendering({ ...services, ...assets })
  return {
    ...assembleAccounts({ ...services, inbox }),
    ...assemblePeople(services),
    ...places,
    ...assets,
    ...rendering,
    ...assembleMoney({ ...services, ...rendering, inbox }),
    ...assembleOperations(services),
    inbox,
    unsubscribeLinks: createUnsubscribeLinks(services),
    vapidKeys: createVapidKeys(services),
    pushConnections: openPushConnections(),
    notificationDefaults: createNotificationDefaults(services.config),
    webhookSender,
    webhookSending: services.sharedJobs.start('send webhooks', second, (lost) => sendWebhooks(sending, lost)),
    followUps: createFollowUps({ ...services, ...places, ...rendering }),
  }
}

interface Accounts extends WebhooksForAccounts {
  emailLinks: EmailLinks
  recovery: Recovery
  securityNotices: SecurityNotices
  totpKey: TotpKey
  providerClient: ProviderClient
  sessionPlaces: SessionPlaces
}

function assembleAccounts(services: Services & Pick<Domains, 'inbox'>): Accounts {
  const recovery = createRecovery(services)
  if (services.config.Registration.Emails && !recovery.available)
    services.log.warn(
      'Registration.Emails is on, but Email.Host is not set: nobody can recover a lost password',
    )
  return {
    ...webhooksForAccounts,
    emailLinks: createEmailLinks(services),
    recovery,
    securityNotices: createSecurityNotices(services),
    totpKey: createTotpKey(services),
    providerClient: createProviderClient(services),
    sessionPlaces: createSessionPlaces(services),
  }
}

interface People {
  stylesheets: Stylesheets
  groupSpelling: Spelling
}

const assemblePeople = (services: Services): People => ({
  stylesheets: createStylesheets(services),
  groupSpelling: createGroupSpelling(services),
})

interface Places {
  orchestrator: Orchestrator
  presence: Presence
  /** Reports presence to the orchestrator at intervals, and ahead of time when it changes. */
  presenceReports: Job
  gameSessions: GameSessions
  placeRankings: PlaceRankings
  placeShelves: PlaceShelves
  placeSpelling: Spelling
  playerCounts: PlayerCounts
  sharedPictures: SharedPictures
  takedownEnforcement: TakedownEnforcement
  /** Counts visits at intervals, and at once when a session begins. */
  visitTally: VisitTally
}

function assemblePlaces(services: Services): Places {
  const orchestrator = createOrchestrator(services.config, services.now)
  const presenceReports = services.sharedJobs.start(
    'report presence to the orchestrator',
    reportIntervalMs,
    () => reportPresence({ ...services, orchestrator }),
  )
  const placeRankings = createPlaceRankings(services)
  return {
    orchestrator,
    presence: createPresence(services, presenceReports.runNow),
    presenceReports,
    gameSessions: createGameSessions(services),
    placeRankings,
    placeSpelling: createPlaceSpelling(services),
    placeShelves: createPlaceShelves({ ...services, placeRankings }),
    playerCounts: createPlayerCounts({ placeRankings }),
    sharedPictures: createSharedPictures(),
    takedownEnforcement: createTakedownEnforcement({ ...services, orchestrator }),
    visitTally: startVisitTally(services),
  }
}

interface Assets {
  assetCloud: AssetCloud
  assetFiles: AssetFiles
  modelReader: ModelReader
  buyers: Buyers
  catalogAnchors: PageAnchors
  assetSpelling: Spelling
}

function assembleAssets(services: Services): Assets {
  const assetCloud = createAssetCloud(services)
  return {
    assetCloud,
    assetFiles: createAssetFiles(services, assetCloud),
    modelReader: createModelReader(),
    buyers: createBuyers(),
    catalogAnchors: createPageAnchors(services.now),
    assetSpelling: createAssetSpelling(services),
  }
}

interface Rendering {
  renderer: Renderer
  renders: Renders
  appearances: Appearances
  avatarPictures: AvatarPictures
}

/** Assembles the render queue and avatars, which show its pictures. */
function assembleRendering(platform: Services & Assets): Rendering {
  const { files, log } = platform
  const renderer = createRenderer(platform)
  return {
    renderer,
    renders: createRenders(platform, renderer),
    appearances: createAppearances(platform),
    avatarPictures: createAvatarPictures({ files, renderWatch: createRenderWatch(platform), log }),
  }
}

interface Money {
  economy: Economy
  payments: Payments
}

function assembleMoney(platform: Services & Pick<Domains, 'inbox' | 'renders'>): Money {
  const economy = createEconomy(platform)
  const kinds = {
    purchase: purchases(platform),
    creation: creationPayments(platform),
    group: groupPayments,
    mint: mints(platform),
  }
  return { economy, payments: createPayments({ ...platform, economy }, kinds) }
}

interface Operations {
  flags: Flags
  banners: Banners
  /** Response times of pages and endpoints, measured by the server. */
  requestTimes: RequestTimes
}

const assembleOperations = (services: Services): Operations => ({
  flags: createFlags(services),
  banners: createBanners(services),
  requestTimes: createRequestTimes(),
})
