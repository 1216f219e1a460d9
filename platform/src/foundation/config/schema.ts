import { z } from 'zod'
import { parseAddressRange } from '../address-range.ts'
import { isMailbox } from '../mailbox.ts'

const port = z.int().min(1).max(65_535)
const text = z.string().min(1)
const hourly = z.int().min(1).max(1_000_000)
const paletteColour = z.int().min(1).max(65_535)
const address = z.url({ protocol: /^https?$/ })
const addressRange = z.string().superRefine((written, context) => {
  try {
    parseAddressRange(written)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
  }
})
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ })

/** Ways to isolate game servers from the platform. */
const sandboxes = ['none', 'bwrap', 'systemd-run'] as const

/** The operator's configuration. Doc comments of keys become docs/reference/configuration-keys.md. */
export const configSchema = z.strictObject({
  /** The platform's name, as visitors read it. */
  Name: text.max(40).default('Baseplate'),
  /** A sentence below the name, for visitors. */
  Tagline: z.string().max(120).default('Make games with your friends. Play everybody else’s.'),
  /** Symbol of the currency, before amounts. */
  CurrencySymbol: text.max(4).default('◈'),

  Gameservers: z
    .strictObject({
      /** Game servers are run by the orchestrator (`Dedicated`), by makers (`Selfhosted`), or as each place chooses (`Both`). */
      Hosting: z.enum(['Dedicated', 'Selfhosted', 'Both']).default('Both'),
      /**
       * Bearer key for place files and serve scripts. Unset: the first start makes `keys/gameservers` in the data directory.
       * Empty: public places need no credential (docs/reference/client-protocol.md#access-to-places).
       */
      Key: z.string().optional(),
      /** Number added to a dedicated server's port in join scripts, for a UDP proxy in front of the servers. */
      ProxyPortOffset: z.int().min(0).max(30_000).default(0),
    })
    .prefault({}),

  /** Dedicated game servers: docs/reference/orchestrator.md. */
  Orchestrator: z
    .strictObject({
      /**
       * Program and arguments of a game server (docs/reference/orchestrator.md#command). If it is set, `npm start` starts an
       * orchestrator.
       */
      Command: z.array(text.max(10_000)).min(1).max(100).optional(),
      /** Environment variables of game servers, in addition to the few that they inherit. */
      Environment: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string().max(10_000)).default({}),
      /**
       * User that game servers run as. It must not be the platform's own user. Needs root, or the capabilities CAP_CHOWN,
       * CAP_KILL, CAP_SETGID, CAP_SETUID and CAP_SYS_PTRACE.
       */
      User: text.max(100).optional(),
      /**
       * `bwrap` gives game servers their own mounts and process ids, without the data directory. `systemd-run` adds a systemd
       * scope that limits memory and processors. `ORCHESTRATOR_SANDBOX` in the environment overrides it.
       */
      Sandbox: z.enum(sandboxes).default('none'),
      /** Files and folders that game servers in a sandbox may read, such as the game server itself. */
      Readable: z
        .array(z.string().regex(/^\//, { error: 'an absolute path is' }))
        .max(100)
        .default([]),
      /** Processors that one server in a sandbox may use; unset: all. Needs a control group: docs/operating/isolation.md. */
      Cpus: z.number().min(0.05).max(1_024).optional(),
      /** Address of the private API for the site. The orchestrator listens on this port of 127.0.0.1. */
      PrivateURL: address.default('http://127.0.0.1:64990'),
      /** Address at which browsers and game clients reach the machine of game servers. Join scripts contain its host. */
      PublicURL: address.default('http://localhost:64991'),
      /** Maximum number of running servers. */
      MaxServers: z.int().min(1).max(1_000).default(20),
      /** Memory of all processes of one server. A server that uses more is stopped. */
      MemoryBytes: z.int().min(10_000_000).default(1_500_000_000),
      /** Time within which a server must bind its port or report its presence. */
      ReadySeconds: z.number().min(1).max(3_600).default(60),
      /** A server without players for this time is stopped. */
      EmptyMinutes: z.number().positive().max(10_080).default(5),
      /** A server that has reported its presence, and then is silent for this time, is stopped. */
      SilentSeconds: z.number().min(20).max(3_600).default(90),
      /** Time from SIGTERM to SIGKILL. */
      GraceSeconds: z.number().min(0).max(120).default(5),
      /** Size of a log file of a place's servers. */
      LogBytes: z.int().min(1_000).max(1_000_000_000).default(1_000_000),
      /** Number of rotated log files of a place. */
      LogFiles: z.int().min(1).max(100).default(4),
      /** Logs and working directory of a place are removed after this time without output. */
      LogDays: z.number().positive().max(36_500).default(30),
    })
    .prefault({}),

  /** Names that game clients are built with. */
  Client: z
    .strictObject({
      /** First part of the `User-Agent` of heartbeats: `<Brand>/WinInet`. */
      Brand: text.regex(/^[A-Za-z0-9]+$/).default('Client'),
      /** Extension of place files. */
      PlaceExtension: text.regex(/^[a-z0-9]+$/).default('rbxl'),
      /** Scheme of addresses inside the client. */
      AssetScheme: text.regex(/^[a-z][a-z0-9]*$/).default('rbxasset'),
      /** Root element of XML documents for clients. */
      DocumentRoot: text.regex(/^[A-Za-z][A-Za-z0-9]*$/).default('roblox'),
      /** Scheme that opens the installed client. */
      LauncherScheme: text.regex(/^[a-z][a-z0-9+.-]*$/).default('baseplate'),
    })
    .prefault({}),

  /** Signatures of scripts: docs/reference/client-protocol.md#signature. */
  Signing: z
    .strictObject({
      /** Clients of this family verify `sha1`. */
      Hash: z.enum(['sha1', 'sha256']).default('sha1'),
      /** Name of the signature in the first line. */
      Tag: text.regex(/^[a-z]+$/).default('rbxsig'),
    })
    .prefault({}),

  Registration: z
    .strictObject({
      Keys: z
        .strictObject({
          /** Whether registering takes a key, which administrators make at /admin/regkeys. */
          Enabled: z.boolean().default(false),
          /** Beginning of registration keys. Keys with another beginning are invalid. */
          Prefix: text
            .max(40)
            .regex(/^[A-Za-z0-9_-]+$/)
            .default('baseplate-'),
        })
        .prefault({}),
      /** Whether accounts may have an email address, for the recovery of lost passwords. */
      Emails: z.boolean().default(false),
      /** Accounts that one address may make in an hour. Requests from this machine itself are not counted. */
      PerAddress: z.int().min(1).max(1_000_000).default(20),
    })
    .prefault({}),

  /** The SMTP server. Its password is `EMAIL_PASSWORD` in the environment. Without `Host`, no mail is sent. */
  Email: z
    .strictObject({
      Host: text.max(253).optional(),
      Port: port.default(587),
      /** `StartTLS` requires encryption after the greeting (port 587), `TLS` from the start (465). */
      Security: z.enum(['StartTLS', 'TLS', 'None']).default('StartTLS'),
      /** User name at the mail server; unset: no sign-in. */
      User: text.optional(),
      /** Sender address of mail. Required when `Host` is set. */
      From: text.refine(isMailbox, { error: 'an e-mail address is' }).optional(),
    })
    .refine(({ Host, From }) => Host === undefined || From !== undefined, {
      path: ['From'],
      error: 'an e-mail address is, since `Email.Host` is set',
    })
    .prefault({}),

  /** Limits on what makers store. */
  Places: z
    .strictObject({
      /** Places of one user. */
      PerUser: z.int().min(0).max(10_000).default(10),
      /** Stored versions of a place's file, including the current one. */
      Versions: z.int().min(1).max(1_000).default(5),
      /** Pictures of a place, in addition to its icon. */
      Thumbnails: z.int().min(0).max(100).default(10),
    })
    .prefault({}),

  /** Use of PostgreSQL (`DATABASE_URL`). For times, 0 means no limit. */
  Database: z
    .strictObject({
      /** Maximum connections of one site process. Notifications between processes use one more. */
      PoolSize: z.int().min(1).max(1_000).default(10),
      /** A statement that takes longer is canceled, and its request gets 503. */
      StatementSeconds: z.int().min(0).max(3_600).default(30),
      /** A statement that waits longer for a lock is canceled. */
      LockSeconds: z.int().min(0).max(3_600).default(10),
      /** A transaction that is idle for longer loses its connection and its locks. */
      IdleTransactionSeconds: z.int().min(0).max(3_600).default(60),
    })
    .prefault({}),

  /** Word filter for texts that other users read. */
  Filtering: z
    .strictObject({
      /**
       * Whole words, in any letter case. Disguises are found too: full-width letters, invisible characters, accents, look-alikes,
       * digits for letters.
       */
      Words: z.array(z.string().trim().min(1).max(100)).max(10_000).default([]),
      /** Visible replacement. */
      ReplaceWith: z.string().max(40).regex(/\S/).default('#'),
      /** Whether each character is replaced, or the whole word at once. */
      ReplaceType: z.enum(['Character', 'Word']).default('Character'),
    })
    .prefault({}),

  /** Disk space for the files of one account: docs/reference/site-api.md#storage-quota. */
  Quota: z
    .strictObject({
      /** Bytes per account; 0: no limit. */
      Bytes: z.int().min(0).default(1_000_000_000),
      /** Another quota for accounts of a level, `'1'` to `'5'`. */
      ByLevel: z.partialRecord(z.enum(['1', '2', '3', '4', '5']), z.int().min(0)).default({}),
    })
    .prefault({}),

  /** Limits per user and hour. Beyond them, requests get 429. */
  Limits: z
    .strictObject({
      /** Follows. */
      FollowsPerHour: hourly.default(200),
      /** Friend requests. */
      FriendRequestsPerHour: hourly.default(100),
      /** Votes, including changes and removals. */
      VotesPerHour: hourly.default(300),
      /** Groups joined. */
      GroupJoinsPerHour: hourly.default(60),
      /** Uploads of place files, and restored versions. */
      PlaceFilesPerHour: hourly.default(60),
      /** Icons and thumbnails of places. */
      PlacePicturesPerHour: hourly.default(60),
    })
    .prefault({}),

  Economy: z
    .strictObject({
      /** Share of a price that is destroyed; the creator receives the rest. */
      Fee: z
        .number()
        .min(0)
        .lt(1, { error: 'a number from 0 to less than 1 is' })
        .multipleOf(0.000_001)
        .default(0.1),
    })
    .prefault({}),

  /** Currency that users may claim regularly. The economy service reads it. */
  Stipend: z
    .strictObject({
      /** Amount of one claim, in units with up to six decimals. */
      Amount: z.number().min(0.000_001).max(1_000_000_000).multipleOf(0.000_001).default(10),
      /** Hours from one claim to the next. */
      Interval: z.number().positive().max(8_760).default(12),
    })
    .prefault({}),

  Groups: z
    .strictObject({
      /** Groups that a user may be in, including own ones. */
      PerUser: z.int().min(1).max(10_000).default(100),
    })
    .prefault({}),

  Assets: z
    .strictObject({
      /** Types that users may create: docs/reference/site-api.md#asset-types. */
      Creatable: z.array(z.literal([1, 2, 8, 10, 11, 12, 13, 17, 18, 19, 24])).default([2, 8, 11, 12, 13]),
    })
    .prefault({}),

  /** Source of assets that are not stored here: docs/reference/client-protocol.md#asset-cloud. */
  AssetCloud: z
    .strictObject({
      /** `GET <URL>/<id>` returns JSON with the `location` of the file. May be a private address. Unset: no asset cloud. */
      URL: address.optional(),
      /** Sent only to `URL`, as `X-API-Key`. */
      Key: z.string().default(''),
      /** In XML assets, `<host>/asset` is replaced with this site's address. */
      Hosts: z
        .array(text.regex(/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/))
        .default(['www.roblox.com', 'roblox.com']),
      /** Whether `location` and redirects may lead to private addresses. */
      AllowPrivateNetwork: z.boolean().default(false),
      /** Time for a whole asset. */
      TimeoutSeconds: z.number().positive().max(300).default(10),
      /** Larger assets are refused. */
      MaxBytes: z.int().positive().default(50_000_000),
      /** Disk space for fetched assets. The least recently used files are evicted every ten minutes. */
      CacheBytes: z.int().positive().default(10_000_000_000),
      /** Returns addresses of thumbnails of the cloud's assets. Unset: none. */
      ThumbnailURL: address.optional(),
      /** Address to which studios are redirected for items to insert. Unset: 404. */
      InsertURL: address.optional(),
    })
    .prefault({}),

  Avatars: z
    .strictObject({
      /** Body colours of new users, as numbers of the clients' palette. */
      BodyColours: z
        .strictObject({
          Head: paletteColour.default(24),
          Torso: paletteColour.default(23),
          LeftArm: paletteColour.default(24),
          RightArm: paletteColour.default(24),
          LeftLeg: paletteColour.default(119),
          RightLeg: paletteColour.default(119),
        })
        .prefault({}),
    })
    .prefault({}),

  /** Rendering of users and assets: docs/reference/renderer.md. */
  Renderer: z
    .strictObject({
      /** `builtin` draws on this machine; `external` uses another service (docs/reference/renderer.md#external-renderer). */
      Kind: z.enum(['builtin', 'external']).default('builtin'),
      /** Drawing threads of this process; 0: other processes draw. Unset: one per processor, at most 4. */
      Workers: z.int().min(0).max(64).optional(),
      /** Address of an external renderer, which takes requests at `<URL>/<render id>`. */
      URL: address.optional(),
      /** Bearer key in both directions, at least 16 characters. */
      Key: z.string().default(''),
    })
    .refine(({ Kind, URL }) => Kind !== 'external' || URL !== undefined, {
      path: ['URL'],
      error: 'an address is, since `Renderer.Kind` is `external`',
    })
    .refine(({ Kind, Key }) => Kind !== 'external' || Key.length >= 16, {
      path: ['Key'],
      error: '16 characters or more are, since `Renderer.Kind` is `external`',
    })
    .prefault({}),

  /** Initial flags of game clients and servers. Administrators change them at /admin/flags. */
  Flags: z.record(z.string().regex(/^[A-Za-z0-9_]{1,100}$/), z.string().max(1_000)).default({}),

  /** Screenshots from studios. */
  Studio: z
    .strictObject({
      /** Stored screenshots of one user. */
      ScreenshotsPerUser: z.int().min(0).max(10_000).default(100),
    })
    .prefault({}),

  /** Themes that users choose from; the first is the default. */
  Themes: z
    .array(z.strictObject({ Name: text.max(40), File: text.regex(/^[a-z0-9-]+$/) }))
    .min(1)
    .default([
      { Name: 'Automatic', File: 'auto' },
      { Name: 'Light', File: 'light' },
      { Name: 'Dark', File: 'dark' },
      { Name: 'High contrast', File: 'high-contrast' },
    ]),

  /** Scheduled backups: docs/operating/backup.md. */
  Backup: z
    .strictObject({
      /** Absolute path outside the data directory, preferably on another disk. Unset: no scheduled backups. */
      Folder: text.startsWith('/', { error: 'an absolute path is' }).optional(),
      /** Hours between two backups. */
      Hours: z.int().min(1).max(8_760).default(24),
      /** Number of scheduled archives to keep. */
      Keep: z.int().min(1).max(10_000).default(7),
    })
    .prefault({}),

  /** Limits on clients of the site's server. */
  Server: z
    .strictObject({
      /** Concurrent connections of one IPv4 address, or one /64 of IPv6; 0: no limit. Trusted proxies are exempt. */
      ConnectionsPerAddress: z.int().min(0).max(1_000_000).default(500),
      /** Bytes per second that an upload must average after its first 30 seconds. Slower uploads get 408. */
      UploadBytesPerSecond: z.int().min(1).max(10_000_000).default(4_000),
    })
    .prefault({}),

  /** Addresses or CIDR ranges of reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted. */
  TrustedProxies: z.array(addressRange).default([]),
})

/** Secrets and values of one machine: docs/reference/environment.md. */
export const environmentSchema = z.object({
  PORT: z.coerce.number().pipe(port).default(3000),
  HOST: text.default('127.0.0.1'),
  BASE_URL: address.optional(),
  BASEPLATE_DATA: text.default('./data'),
  ECONOMY_PORT: z.coerce.number().pipe(port).default(2009),
  ECONOMY_HOST: text.default('127.0.0.1'),
  ECONOMY_URL: address.optional(),
  ECONOMY_KEY: text.optional(),
  ORCHESTRATOR_HOST: text.optional(),
  ORCHESTRATOR_PORT: z.coerce.number().pipe(port).optional(),
  ORCHESTRATOR_KEY: text.optional(),
  ORCHESTRATOR_SANDBOX: z.enum(sandboxes).optional(),
  EMAIL_PASSWORD: text.optional(),
  METRICS_KEY: text.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_LISTEN_URL: postgresUrl.optional(),
})

/** The type of the object that `baseplate.config.ts` exports. */
export type ConfigInput = z.input<typeof configSchema>
export type OperatorConfig = z.output<typeof configSchema>
export type Environment = z.output<typeof environmentSchema>

/** The configuration of a running product: file and environment. */
export interface Config extends OperatorConfig {
  port: number
  host: string
  /** The site's public address, without a slash at its end. */
  baseUrl: string
  dataDirectory: string
  databaseUrl?: string | undefined
  /** PostgreSQL itself, if `databaseUrl` is a pooler. */
  databaseListenUrl?: string | undefined
  emailPassword?: string | undefined
  /** Bearer key of `/health`, `/ready` and `/metrics`. */
  metricsKey?: string | undefined
  economy: {
    url: string
    /** `ECONOMY_URL` names a service that runs elsewhere, so `baseplate start` starts none. */
    elsewhere: boolean
    host: string
    port: number
    key?: string | undefined
  }
  orchestrator: {
    /** Address that the status feed listens on. */
    host: string
    port: number
    /** Bearer key of the private API. */
    key?: string | undefined
  }
}
