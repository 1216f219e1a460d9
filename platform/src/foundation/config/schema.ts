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

/** How game servers can be kept apart from the platform. */
const sandboxes = ['none', 'bwrap', 'systemd-run'] as const

/**
 * The operator's configuration. Keys are written as the interface documents write them (`Gameservers.Hosting`);
 * numbers and names are the decisions' defaults.
 */
export const configSchema = z.strictObject({
  /** What visitors read: the platform's own name. */
  Name: text.max(40).default('Baseplate'),
  Tagline: z.string().max(120).default('Make games with your friends. Play everybody else’s.'),
  CurrencySymbol: text.max(4).default('◈'),

  Gameservers: z
    .strictObject({
      /** Who runs game servers: the platform's orchestrator, the makers themselves, or as each place says. */
      Hosting: z.enum(['Dedicated', 'Selfhosted', 'Both']).default('Both'),
      /**
       * Place files and serve scripts need it as a bearer token, or a server ticket of the place. Unset: made at the first
       * start, in `keys/gameservers` of the data directory. Empty: public places need neither.
       */
      Key: z.string().optional(),
      /** Added to a dedicated server's port in join scripts, for a UDP proxy in front of the servers. */
      ProxyPortOffset: z.int().min(0).max(30_000).default(0),
    })
    .prefault({}),

  /** What starts dedicated game servers: docs/reference/orchestrator.md. */
  Orchestrator: z
    .strictObject({
      /**
       * Program and arguments of a game server, with `{placeId}`, `{port}`, `{serveUrl}`, `{scriptFile}` and `{ticketFile}`
       * filled in; no shell reads them.
       * When set, `npm start` starts an orchestrator.
       */
      Command: z.array(text.max(10_000)).min(1).max(100).optional(),
      /** Variables that game servers get; of the platform's own they get the likes of `PATH` and nothing else. */
      Environment: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string().max(10_000)).default({}),
      /**
       * The user that game servers run as, which must not be the platform's own. Needs root, or the capabilities CAP_CHOWN,
       * CAP_KILL, CAP_SETGID, CAP_SETUID and CAP_SYS_PTRACE.
       */
      User: text.max(100).optional(),
      /**
       * `bwrap` runs game servers in mounts and with process ids of their own, without the data directory. `systemd-run` does
       * so in a systemd scope, which limits memory and processors. `ORCHESTRATOR_SANDBOX` in the environment wins.
       */
      Sandbox: z.enum(sandboxes).default('none'),
      /** Files and folders that game servers in a sandbox may read, beside the system's: the game server itself. */
      Readable: z
        .array(z.string().regex(/^\//, { error: 'an absolute path is' }))
        .max(100)
        .default([]),
      /** Processors that one server in a sandbox may keep busy; unset: all. Takes a control group: see isolation.md. */
      Cpus: z.number().min(0.05).max(1_024).optional(),
      /** Where the site asks for servers. The orchestrator listens on its port, on 127.0.0.1. */
      PrivateURL: address.default('http://127.0.0.1:64990'),
      /** Where browsers and game clients reach the dedicated servers' machine; its host goes into join scripts. */
      PublicURL: address.default('http://localhost:64991'),
      /** Servers at once. */
      MaxServers: z.int().min(1).max(1_000).default(20),
      /** Memory of all processes of one server. One that takes more is ended. */
      MemoryBytes: z.int().min(10_000_000).default(1_500_000_000),
      /** A server that has not bound its port, nor told its presence, after this time has failed. */
      ReadySeconds: z.number().min(1).max(3_600).default(60),
      /** A server that nobody plays on for so long is ended. */
      EmptyMinutes: z.number().positive().max(10_080).default(5),
      /** A server that told its presence, and does so no more for this time, hangs, and is ended. */
      SilentSeconds: z.number().min(20).max(3_600).default(90),
      /** A server that is asked to end has this long. */
      GraceSeconds: z.number().min(0).max(120).default(5),
      /** What servers of a place print: the size of a file, and how many full ones are kept. */
      LogBytes: z.int().min(1_000).max(1_000_000_000).default(1_000_000),
      LogFiles: z.int().min(1).max(100).default(4),
      /** The log and the working directory of a place whose servers printed nothing for so long are removed. */
      LogDays: z.number().positive().max(36_500).default(30),
    })
    .prefault({}),

  Client: z
    .strictObject({
      Brand: text.regex(/^[A-Za-z0-9]+$/).default('Client'),
      PlaceExtension: text.regex(/^[a-z0-9]+$/).default('rbxl'),
      AssetScheme: text.regex(/^[a-z][a-z0-9]*$/).default('rbxasset'),
      /** The root element of XML documents for clients. */
      DocumentRoot: text.regex(/^[A-Za-z][A-Za-z0-9]*$/).default('roblox'),
      /** Opens the installed client: `<scheme>:<join script address>`. */
      LauncherScheme: text.regex(/^[a-z][a-z0-9+.-]*$/).default('baseplate'),
    })
    .prefault({}),

  Signing: z
    .strictObject({
      /** `sha1` is what the clients of this family verify. */
      Hash: z.enum(['sha1', 'sha256']).default('sha1'),
      Tag: text.regex(/^[a-z]+$/).default('rbxsig'),
    })
    .prefault({}),

  Registration: z
    .strictObject({
      Keys: z
        .strictObject({
          /** Whether nobody registers without a key, which administrators make at /admin/regkeys. */
          Enabled: z.boolean().default(false),
          /** What keys begin with. Those that begin otherwise count no longer. */
          Prefix: text
            .max(40)
            .regex(/^[A-Za-z0-9_-]+$/)
            .default('baseplate-'),
        })
        .prefault({}),
      /** Whether accounts may have an e-mail address, which gets people back in when a password is lost. */
      Emails: z.boolean().default(false),
      /** Accounts that one address may make in an hour. This machine itself, which tests come from, may make any number. */
      PerAddress: z.int().min(1).max(1_000_000).default(20),
    })
    .prefault({}),

  /** The SMTP server that mail is handed to; its password is `EMAIL_PASSWORD` in the environment. No `Host`: no mail. */
  Email: z
    .strictObject({
      Host: text.max(253).optional(),
      Port: port.default(587),
      /** `StartTLS` begins in the clear and refuses to stay there (587), `TLS` is encrypted from the start (465). */
      Security: z.enum(['StartTLS', 'TLS', 'None']).default('StartTLS'),
      /** Who signs in to the server; without it, nobody does. */
      User: text.optional(),
      /** The address that mail comes from. */
      From: text.refine(isMailbox, { error: 'an e-mail address is' }).optional(),
    })
    .refine(({ Host, From }) => Host === undefined || From !== undefined, {
      path: ['From'],
      error: 'an e-mail address is, since `Email.Host` is set',
    })
    .prefault({}),

  Places: z
    .strictObject({
      PerUser: z.int().min(0).max(10_000).default(10),
      /** Versions of a place's file that are kept, the one that is played among them. */
      Versions: z.int().min(1).max(1_000).default(5),
      /** Pictures of a place beside its icon. */
      Thumbnails: z.int().min(0).max(100).default(10),
    })
    .prefault({}),

  /** How the site uses PostgreSQL (`DATABASE_URL`); SQLite needs none of it. 0 seconds are no limit. */
  Database: z
    .strictObject({
      /** Connections of one site process, at most. Signals between processes use one more. */
      PoolSize: z.int().min(1).max(1_000).default(10),
      /** A statement that takes longer is canceled, and its request answered with 503. */
      StatementSeconds: z.int().min(0).max(3_600).default(30),
      /** A statement that waits longer for a lock is canceled. */
      LockSeconds: z.int().min(0).max(3_600).default(10),
      /** A transaction that does nothing for longer loses its connection, and others get its locks. */
      IdleTransactionSeconds: z.int().min(0).max(3_600).default(60),
    })
    .prefault({}),

  /** What becomes of words that nobody should read here, in all that people write for others. */
  Filtering: z
    .strictObject({
      /**
       * Whole words, in any letter case. They are also found when disguised by full-width letters, invisible characters, accents,
       * look-alikes of other alphabets, or digits for letters.
       */
      Words: z.array(z.string().trim().min(1).max(100)).max(10_000).default([]),
      /** Something that is seen: names may be made of nothing else. */
      ReplaceWith: z.string().max(40).regex(/\S/).default('#'),
      /** `Character`: the replacement stands for each character of the word; `Word`: for all of it. */
      ReplaceType: z.enum(['Character', 'Word']).default('Character'),
    })
    .prefault({}),

  /** How much of the disk the files of one account may take: versions and pictures of places, assets, screenshots. */
  Quota: z
    .strictObject({
      /** 0: no limit. */
      Bytes: z.int().min(0).default(1_000_000_000),
      /** Another number for accounts of a level, `'1'` to `'5'`. */
      ByLevel: z.partialRecord(z.enum(['1', '2', '3', '4', '5']), z.int().min(0)).default({}),
    })
    .prefault({}),

  /** What one user may do in an hour. Beyond it, the user is told to try again later. */
  Limits: z
    .strictObject({
      FollowsPerHour: hourly.default(200),
      FriendRequestsPerHour: hourly.default(100),
      /** Changing or removing a vote counts as one. */
      VotesPerHour: hourly.default(300),
      GroupJoinsPerHour: hourly.default(60),
      /** Uploads of place files, and versions restored. */
      PlaceFilesPerHour: hourly.default(60),
      /** Icons and thumbnails of places. */
      PlacePicturesPerHour: hourly.default(60),
    })
    .prefault({}),

  Economy: z
    .strictObject({
      /** What share of a price the platform takes; the creator receives the rest. */
      Fee: z
        .number()
        .min(0)
        .lt(1, { error: 'a number from 0 to less than 1 is' })
        .multipleOf(0.000_001)
        .default(0.1),
    })
    .prefault({}),

  /** What users may claim from the ledger, again and again. The economy service reads it. */
  Stipend: z
    .strictObject({
      /** What one claim gives, in units with up to six decimals. */
      Amount: z.number().min(0.000_001).max(1_000_000_000).multipleOf(0.000_001).default(10),
      /** Hours from one claim to the next. */
      Interval: z.number().positive().max(8_760).default(12),
    })
    .prefault({}),

  Groups: z
    .strictObject({
      /** Groups that one may be in, those of one's own among them. */
      PerUser: z.int().min(1).max(10_000).default(100),
    })
    .prefault({}),

  Assets: z
    .strictObject({
      /** Types that everybody may create, of those that are made of a picture or an XML document. */
      Creatable: z.array(z.literal([1, 2, 8, 10, 11, 12, 13, 17, 18, 19, 24])).default([2, 8, 11, 12, 13]),
    })
    .prefault({}),

  /** Where assets come from that are not here; off unless `URL` is set. */
  AssetCloud: z
    .strictObject({
      /** `GET <URL>/<id>` answers JSON with the `location` of the file. May be in the private network. */
      URL: address.optional(),
      /** Sent to `URL` as `X-API-Key`, and to nobody else. */
      Key: z.string().default(''),
      /** In XML assets, `<host>/asset` becomes this site's own address. */
      Hosts: z
        .array(text.regex(/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/))
        .default(['www.roblox.com', 'roblox.com']),
      /** Whether a `location` may lead to a private address: for tests and clouds of one's own. */
      AllowPrivateNetwork: z.boolean().default(false),
      /** For a whole asset, from the question to its last byte. */
      TimeoutSeconds: z.number().positive().max(300).default(10),
      /** Larger assets are refused. */
      MaxBytes: z.int().positive().default(50_000_000),
      /** So many bytes of fetched assets are kept, those that were asked for last; looked at every ten minutes. */
      CacheBytes: z.int().positive().default(10_000_000_000),
      /** Answers the addresses of thumbnails of the cloud's assets; without it they have none. */
      ThumbnailURL: address.optional(),
      /** Where studios are sent for a tool's asset list; without it `insertasset` is not there. */
      InsertURL: address.optional(),
    })
    .prefault({}),

  Avatars: z
    .strictObject({
      /** What a new user is coloured in, by the numbers of the clients' palette. */
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

  /** Who makes the pictures of users and of assets. */
  Renderer: z
    .strictObject({
      /** `builtin` draws them on this machine; `external` hands them to another service: docs/reference/renderer.md#external-renderer. */
      Kind: z.enum(['builtin', 'external']).default('builtin'),
      /** Pictures that this process makes at once; 0: none, for others do. Unset: one for each processor, at most 4. */
      Workers: z.int().min(0).max(64).optional(),
      /** Where an external renderer takes requests, at `<URL>/<render id>`. */
      URL: address.optional(),
      /** The bearer key that an external renderer is sent, and sends its pictures with. */
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

  /** Flags of game clients and servers, values by names. Administrators change them at run time, at /admin/flags. */
  Flags: z.record(z.string().regex(/^[A-Za-z0-9_]{1,100}$/), z.string().max(1_000)).default({}),

  Studio: z
    .strictObject({
      ScreenshotsPerUser: z.int().min(0).max(10_000).default(100),
    })
    .prefault({}),

  /** Themes offered to users; the first is the default. */
  Themes: z
    .array(z.strictObject({ Name: text.max(40), File: text.regex(/^[a-z0-9-]+$/) }))
    .min(1)
    .default([
      { Name: 'Automatic', File: 'auto' },
      { Name: 'Light', File: 'light' },
      { Name: 'Dark', File: 'dark' },
      { Name: 'High contrast', File: 'high-contrast' },
    ]),

  /** Backups that the site makes by itself: docs/operating/backup.md. */
  Backup: z
    .strictObject({
      /** An absolute path outside the data directory, best on another disk. Unset: no backups are scheduled. */
      Folder: text.startsWith('/', { error: 'an absolute path is' }).optional(),
      /** How often one is made. */
      Hours: z.int().min(1).max(8_760).default(24),
      /** How many scheduled archives are kept; older ones are removed. */
      Keep: z.int().min(1).max(10_000).default(7),
    })
    .prefault({}),

  /** What one client may take of the site's server. */
  Server: z
    .strictObject({
      /** Connections of one IPv4 address, or of one /64 of IPv6, at once; 0: any number. Trusted proxies may have any number. */
      ConnectionsPerAddress: z.int().min(0).max(1_000_000).default(500),
      /** Bytes per second that an upload must average after its first 30 seconds; slower ones end with 408. */
      UploadBytesPerSecond: z.int().min(1).max(10_000_000).default(4_000),
    })
    .prefault({}),

  /** Addresses or CIDR ranges of reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. */
  TrustedProxies: z.array(addressRange).default([]),
})

/** What the environment sets: secrets, and what differs from machine to machine. */
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

/** What `baseplate.config.ts` exports: any of the keys, typed. */
export type ConfigInput = z.input<typeof configSchema>
export type OperatorConfig = z.output<typeof configSchema>
export type Environment = z.output<typeof environmentSchema>

/** The whole configuration of a running product. */
export interface Config extends OperatorConfig {
  port: number
  host: string
  /** `{base_url}` of the contract, without a slash at its end. */
  baseUrl: string
  dataDirectory: string
  databaseUrl?: string | undefined
  /** PostgreSQL itself, when a pooler stands before it at `databaseUrl`. */
  databaseListenUrl?: string | undefined
  emailPassword?: string | undefined
  /** The bearer key of `/health`, `/ready` and `/metrics`. */
  metricsKey?: string | undefined
  economy: {
    url: string
    /** `ECONOMY_URL` names a service that somebody else runs: `baseplate start` starts none. */
    elsewhere: boolean
    host: string
    port: number
    key?: string | undefined
  }
  orchestrator: {
    /** Where its API for browsers listens. */
    host: string
    port: number
    /** The bearer key of its API for the site. */
    key?: string | undefined
  }
}
