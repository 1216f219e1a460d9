import { isIP, isIPv6 } from 'node:net'
import { hostNameOf } from '@baseplate/service/network/host-name'
import { isLanguageTag } from '@baseplate/texts/language-tag'
import { z } from 'zod'
import { senderOf } from '../mailbox.ts'
import { address, addressRange, port, text } from './values.ts'

const languageTag = text.refine((tag) => isLanguageTag(tag), {
  error: 'use a language tag such as `en` or `pt-BR`',
})

const language = z
  .strictObject({
    /** Language for readers whose browser asks for none of the offered ones. */
    Default: languageTag.default('en'),
    /** Languages to choose from. Empty: all shipped languages, and the languages of `texts/` in the data directory. */
    Offered: z.array(languageTag).default([]),
  })
  .prefault({})

const isHostWithoutPort = (written: string): boolean =>
  isIPv6(written) || (hostNameOf(written) !== undefined && !/:\d*$/.test(written.replace(/^\[.*\]/, '')))

/** An asterisk stands for at least one label before a name, never for an address or a whole top-level domain. */
const isServedHost = (written: string): boolean =>
  written.startsWith('*.')
    ? written.includes('.', 2) && isIP(written.slice(2)) === 0 && isHostWithoutPort(written.slice(2))
    : isHostWithoutPort(written)

/** Systems that a client can be offered for. */
const clientSystems = ['Windows', 'macOS', 'Linux', 'Android', 'iOS'] as const
export type ClientSystem = (typeof clientSystems)[number]

const client = z
  .strictObject({
    /** First part of the `User-Agent` of heartbeats: `<Brand>/WinInet`. */
    Brand: text.regex(/^[A-Za-z0-9]+$/).default('Client'),
    /** Further libraries that heartbeats may be sent with: `<Brand>/<library>`, as clients of some versions write it. */
    Agents: z
      .array(text.max(40).regex(/^[A-Za-z0-9._-]+$/, 'use the part of the user agent after the slash'))
      .max(20)
      .default(['WinINet', 'WinHttp', 'WinHTTP']),
    /** Extension of place files. */
    PlaceExtension: text.regex(/^[a-z0-9]+$/).default('rbxl'),
    /** Scheme of addresses inside the client. */
    AssetScheme: text.regex(/^[a-z][a-z0-9]*$/).default('rbxasset'),
    /** Root element of XML documents for clients. */
    DocumentRoot: text.regex(/^[A-Za-z][A-Za-z0-9]*$/).default('roblox'),
    /** Scheme that opens the installed client. */
    LauncherScheme: text.regex(/^[a-z][a-z0-9+.-]*$/).default('baseplate'),
    /** Form of the join script: Lua, or JSON for clients of 2016 and later (docs/reference/client-protocol.md#json-join-script). */
    JoinScript: z.enum(['lua', 'json']).default('lua'),
    /**
     * Further host names and addresses at which the site answers, without ports. `*.example.org` stands for all names below
     * `example.org`. The site always answers at the host of `BASE_URL` and at those of this machine's loopback. Requests for other hosts
     * get 421: docs/reference/site-api.md#host.
     */
    Hosts: z
      .array(
        text
          .max(253)
          .refine(
            isServedHost,
            'use a host name, one such as `*.example.org` or an IP address, without a port',
          ),
      )
      .max(100)
      .default([]),
    /** Installers at `/download`: the address of the file, its version and its SHA-256 in hexadecimal. */
    Downloads: z
      .array(
        z.strictObject({
          System: z.enum(clientSystems),
          URL: address,
          Version: text.max(40),
          SHA256: z
            .string()
            .regex(/^[0-9a-fA-F]{64}$/)
            .toLowerCase(),
        }),
      )
      .max(20)
      .default([]),
  })
  .prefault({})

const email = z
  .strictObject({
    Host: text.max(253).optional(),
    Port: port.default(587),
    /** `StartTLS` requires encryption after the greeting (port 587), `TLS` from the start (465). */
    Security: z.enum(['StartTLS', 'TLS', 'None']).default('StartTLS'),
    /** User name at the mail server; unset: no sign-in. */
    User: text.optional(),
    /** Sender of mail: an address, or `Name <address>`. Required when `Host` is set. */
    From: text.refine(senderOf, { error: 'use an e-mail address, or `Name <address>`' }).optional(),
  })
  .refine(({ Host, From }) => Host === undefined || From !== undefined, {
    path: ['From'],
    error: 'required when `Email.Host` is set',
  })
  .prefault({})

const database = z
  .strictObject({
    /** Maximum connections of one site process. Notifications between processes use one more. */
    PoolSize: z.int().min(1).max(1_000).default(10),
    /** A statement that takes longer is cancelled, and its request gets 503. */
    StatementSeconds: z.int().min(0).max(3_600).default(30),
    /** A statement that waits longer for a lock is cancelled. */
    LockSeconds: z.int().min(0).max(3_600).default(10),
    /** A transaction that is idle for longer loses its connection and its locks. */
    IdleTransactionSeconds: z.int().min(0).max(3_600).default(60),
  })
  .prefault({})

const filtering = z
  .strictObject({
    /**
     * Whole words, in any letter case. Disguises are found too: full-width letters, invisible characters, accents, look-alikes,
     * digits for letters. Administrators add words at /admin/filter.
     */
    Words: z.array(z.string().trim().min(1).max(100)).max(10_000).default([]),
    /** Visible replacement. */
    ReplaceWith: z.string().max(40).regex(/\S/).default('#'),
    /** Whether each character is replaced, or the whole word at once. */
    ReplaceType: z.enum(['Character', 'Word']).default('Character'),
  })
  .prefault({})

const files = z
  .strictObject({
    /**
     * Seconds for which game clients and servers may fetch a place file from object storage themselves. They are redirected to a
     * signed address, so they have to follow redirects and reach the storage. 0: the site sends the file.
     */
    RedirectSeconds: z.int().min(0).max(3_600).default(0),
  })
  .prefault({})

const api = z
  .strictObject({
    /**
     * Whether scripts of pages on other sites may use the API, with access tokens or as visitors. They never act as the user of the
     * browser.
     */
    CrossOrigin: z.boolean().default(false),
  })
  .prefault({})

const server = z
  .strictObject({
    /**
     * Concurrent connections of one IPv4 address, or one /64 of IPv6; 0: no limit. Trusted proxies are exempt. For each of their
     * clients, it limits the requests in progress instead.
     */
    ConnectionsPerAddress: z.int().min(0).max(1_000_000).default(500),
    /** Bytes per second that an upload must average after its first 30 seconds. Slower uploads get 408. */
    UploadBytesPerSecond: z.int().min(1).max(10_000_000).default(4_000),
    /**
     * Bytes of all unfinished request bodies in the memory of a process: by default two files of the largest size. Beyond them,
     * requests with a body get 503. Forms have a quarter of it. Files that are stored while they arrive count with 1 MB.
     */
    BodyBytes: z.int().positive().max(1_000_000_000_000).default(44_000_000),
  })
  .prefault({})

/** Pages translate it. */
export const defaultTagline = 'Make games with your friends. Play everybody else’s.'

/** Configuration keys that belong to no single domain, by group. */
export const foundationConfig = {
  /** The platform's name, as visitors read it. Administrators change it at /admin/site. */
  Name: text.max(40).default('Baseplate'),
  /** A sentence below the name, for visitors. */
  Tagline: z.string().max(120).default(defaultTagline),
  /** Symbol of the currency, before amounts. */
  CurrencySymbol: text.max(4).default('◈'),
  /** Languages of pages and mail: docs/operating/languages.md. */
  Language: language,
  /** Names that game clients are built with. */
  Client: client,
  /** The SMTP server. Its password is `EMAIL_PASSWORD` in the environment. Without `Host`, no mail is sent. */
  Email: email,
  /** Use of PostgreSQL (`DATABASE_URL`). For times, 0 means no limit. */
  Database: database,
  /** Word filter for texts that other users read. */
  Filtering: filtering,
  /** Files in object storage: docs/operating/object-storage.md. */
  Files: files,
  /** Programs that use the site: docs/reference/site-api.md. */
  Api: api,
  /** Limits on clients of the site's server. */
  Server: server,
  /** Addresses or CIDR ranges of reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted. */
  TrustedProxies: z.array(addressRange).default([]),
}
