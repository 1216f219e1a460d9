import { isIPv6 } from 'node:net'
import { z } from 'zod'
import { hostNameOf } from '../host-name.ts'
import { address, sandboxes, text } from './values.ts'

const isHostWithoutPort = (written: string): boolean =>
  isIPv6(written) || (hostNameOf(written) !== undefined && !/:\d*$/.test(written.replace(/^\[.*\]/, '')))

export const gameservers = z
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
  .prefault({})

export const orchestrator = z
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
      .array(z.string().regex(/^\//, { error: 'use an absolute path' }))
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
    /** Maximum number of running servers of games of one owner. Moderators can start more. */
    ServersPerOwner: z.int().min(1).max(1_000).default(5),
    /** Maximum number of running servers that one player has started. */
    ServersPerStarter: z.int().min(1).max(1_000).default(5),
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
  .prefault({})

/** Systems that a client can be offered for. */
const clientSystems = ['Windows', 'macOS', 'Linux', 'Android', 'iOS'] as const
export type ClientSystem = (typeof clientSystems)[number]

export const client = z
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
    /**
     * Further host names and addresses at which the site answers, without ports. It always answers at that of `BASE_URL` and at those
     * of this machine's loopback. Requests for other hosts get 421: docs/reference/site-api.md#host.
     */
    Hosts: z
      .array(text.max(253).refine(isHostWithoutPort, 'use a host name or an IP address, without a port'))
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

export const signing = z
  .strictObject({
    /** Clients of this family verify `sha1`. */
    Hash: z.enum(['sha1', 'sha256']).default('sha1'),
    /** Name of the signature in the first line. */
    Tag: text.regex(/^[a-z]+$/).default('rbxsig'),
  })
  .prefault({})
