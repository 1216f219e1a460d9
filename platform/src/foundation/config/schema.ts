import { parseS3Location } from '@baseplate/storage/s3-files/location'
import { z } from 'zod'
import {
  deletion,
  email,
  filtering,
  language,
  notifications,
  privacy,
  quota,
  registration,
  security,
  signIn,
  usernames,
} from './account-schemas.ts'
import {
  assetCloud,
  assets,
  avatars,
  economy,
  groups,
  moderation,
  places,
  renderer,
  stipend,
  studio,
  themes,
} from './content-schemas.ts'
import { client, gameservers, orchestrator, signing } from './game-server-schemas.ts'
import { limits } from './limit-schemas.ts'
import { api, backup, database, files, server, webhooks } from './operation-schemas.ts'
import { ledgerUrl, postgresUrl } from './postgres-url.ts'
import { address, addressRange, port, sandboxes, text, workers } from './values.ts'

/** One address, or several separated by commas. */
const addresses = text
  .transform((list) => list.split(',').map((each) => each.trim().replace(/\/+$/, '')))
  .pipe(z.array(address).min(1))

const filesUrl = text.refine(
  (address) => parseS3Location(address) !== undefined,
  'use s3://bucket, s3://bucket/prefix or s3://bucket/prefix?pathStyle=true',
)

/** Pages translate it. */
export const defaultTagline = 'Make games with your friends. Play everybody else’s.'

/** The operator's configuration. Doc comments of keys become docs/reference/configuration-keys.md. */
export const configSchema = z.strictObject({
  /** The platform's name, as visitors read it. Administrators change it at /admin/site. */
  Name: text.max(40).default('Baseplate'),
  /** A sentence below the name, for visitors. */
  Tagline: z.string().max(120).default(defaultTagline),
  /** Symbol of the currency, before amounts. */
  CurrencySymbol: text.max(4).default('◈'),

  /** Languages of pages and mail: docs/operating/languages.md. */
  Language: language,

  Gameservers: gameservers,

  /** Dedicated game servers: docs/reference/orchestrator.md. */
  Orchestrator: orchestrator,

  /** Names that game clients are built with. */
  Client: client,

  /** Signatures of scripts: docs/reference/client-protocol.md#signature. */
  Signing: signing,

  Registration: registration,

  /** Changes of usernames. */
  Usernames: usernames,
  /** Accounts that their owners delete. */
  Deletion: deletion,

  /** Privacy settings of new accounts. Users change their own at /settings/privacy. */
  Privacy: privacy,
  /** Notification settings of new accounts. Users change their own at /settings/notifications. */
  Notifications: notifications,

  /** Second factors of staff, leaked passwords, and work during attacks: docs/operating/second-factors.md. */
  Security: security,

  /** Identity providers: docs/operating/identity-providers.md. */
  SignIn: signIn,

  /** The SMTP server. Its password is `EMAIL_PASSWORD` in the environment. Without `Host`, no mail is sent. */
  Email: email,

  /** Limits on what makers store. */
  Places: places,

  /** Use of PostgreSQL (`DATABASE_URL`). For times, 0 means no limit. */
  Database: database,

  /** Word filter for texts that other users read. */
  Filtering: filtering,

  /** Disk space for the files of one account: docs/reference/site-api.md#storage-quota. */
  Quota: quota,

  /** Limits per user or access token. Beyond them, requests get 429. */
  Limits: limits,

  Economy: economy,
  /** Currency that users may claim regularly. The economy service reads it. */
  Stipend: stipend,

  Groups: groups,
  /** Review before publication: docs/operating/moderation.md. */
  Moderation: moderation,
  Assets: assets,
  /** Source of assets that are not stored here: docs/reference/client-protocol.md#asset-cloud. */
  AssetCloud: assetCloud,

  Avatars: avatars,

  /** Rendering of users and assets: docs/reference/renderer.md. */
  Renderer: renderer,

  /** Initial flags of game clients and servers. Administrators change them at /admin/flags. */
  Flags: z.record(z.string().regex(/^[A-Za-z0-9_]{1,100}$/), z.string().max(1_000)).default({}),

  /** Screenshots from studios. */
  Studio: studio,

  /** Themes that users choose from; the first is the default. */
  Themes: themes,

  /** Scheduled backups: docs/operating/backup.md. */
  Backup: backup,

  /** Files in object storage: docs/operating/object-storage.md. */
  Files: files,

  /** Events that are sent to other programs: docs/reference/webhooks.md. */
  Webhooks: webhooks,

  /** Programs that use the site: docs/reference/site-api.md. */
  Api: api,

  /** Limits on clients of the site's server. */
  Server: server,

  /** Addresses or CIDR ranges of reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted. */
  TrustedProxies: z.array(addressRange).default([]),
})

/** Secrets and values of one machine: docs/reference/environment.md. */
export const environmentSchema = z.object({
  PORT: z.coerce.number().pipe(port).default(3000),
  HOST: text.default('127.0.0.1'),
  BASE_URL: address.optional(),
  WORKERS: workers.default(1),
  BASEPLATE_DATA: text.default('./data'),
  BASEPLATE_MARKER: text.optional(),
  ECONOMY_PORT: z.coerce.number().pipe(port).default(2009),
  ECONOMY_HOST: text.default('127.0.0.1'),
  ECONOMY_URL: addresses.optional(),
  ECONOMY_SELF_URL: address.optional(),
  ECONOMY_READ: z.enum(['writer', 'standby']).default('writer'),
  LEDGER_URL: ledgerUrl.optional(),
  LEDGER_ALONE: z.stringbool().default(false),
  ECONOMY_KEY: text.optional(),
  ECONOMY_REPLAY: z.enum(['snapshot', 'full']).default('snapshot'),
  ORCHESTRATOR_HOST: text.optional(),
  ORCHESTRATOR_PORT: z.coerce.number().pipe(port).optional(),
  ORCHESTRATOR_KEY: text.optional(),
  ORCHESTRATOR_SANDBOX: z.enum(sandboxes).optional(),
  EMAIL_PASSWORD: text.optional(),
  METRICS_KEY: text.optional(),
  PROXY_KEY: text.min(16).optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  FILES_URL: filesUrl.optional(),
  SIGNING_KEY_FILE: text.optional(),
  TOTP_KEY_FILE: text.optional(),
})

/** The type of the object that `baseplate.config.ts` exports. */
export type ConfigInput = z.input<typeof configSchema>
type OperatorConfig = z.output<typeof configSchema>
export type Environment = z.output<typeof environmentSchema>

/** The configuration of a running product: file and environment. */
export interface Config extends OperatorConfig {
  port: number
  host: string
  /** Number of processes that serve the site on its port. */
  workers: number
  /** The site's public address, without a slash at its end. */
  baseUrl: string
  dataDirectory: string
  /** Remembers the platform of the data directory, outside of it. */
  markerFile?: string | undefined
  databaseUrl?: string | undefined
  /** PostgreSQL itself, if `databaseUrl` is a pooler. */
  databaseListenUrl?: string | undefined
  /** Object storage of users' and the operator's files; absent: the data directory. */
  filesUrl?: string | undefined
  /** File of the key that signs scripts, instead of the one that the product makes. */
  signingKeyFile?: string | undefined
  /** File of the key that encrypts secrets of authenticator apps, instead of the one that the product makes. */
  totpKeyFile?: string | undefined
  emailPassword?: string | undefined
  /** Secrets of identity providers, by `Id`: a value, or a file that has it. */
  signInSecrets: Readonly<Record<string, { value?: string | undefined; file?: string | undefined }>>
  /** Bearer key of `/health`, `/ready` and `/metrics`. */
  metricsKey?: string | undefined
  /** Key of proxies in `TrustedProxies`; absent: their address is enough. */
  proxyKey?: string | undefined
  economy: {
    url: string
    /** `ECONOMY_URL` names a service that runs elsewhere, so `baseplate start` starts none. */
    elsewhere: boolean
    host: string
    port: number
    key?: string | undefined
    /** Addresses of further processes of the service, one of which writes. */
    others?: readonly string[]
    /** Whether pages may show balances and histories that are a second old. */
    readsOnStandby?: boolean
    /** Address at which the service's other processes reach this machine's. */
    selfUrl?: string | undefined
    /** Connection string of the ledger in PostgreSQL; absent: a file. */
    ledgerUrl?: string | undefined
    /** Whether the ledger's server may do without a synchronous standby. */
    ledgerAlone?: boolean
    replay?: Environment['ECONOMY_REPLAY']
  }
  orchestrator: {
    /** Address that the status feed listens on. */
    host: string
    port: number
    /** Bearer key of the private API. */
    key?: string | undefined
  }
}
