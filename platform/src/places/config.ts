import { z } from 'zod'
import type { Configured } from '../foundation/config/schema.ts'
import { address, hourly, sandboxes, text } from '../foundation/config/values.ts'

/** Shipped genres. `site/src/lib/place/genre-names.ts` has their names in other languages. */
const defaultGenres = [
  'Adventure',
  'Building',
  'Fighting',
  'Horror',
  'Obstacle course',
  'Puzzle',
  'Racing',
  'Role-playing',
  'Shooter',
  'Simulation',
  'Social',
  'Sports',
  'Strategy',
  'Survival',
] as const

const places = z
  .strictObject({
    /** Places of one user. */
    PerUser: z.int().min(0).max(10_000).default(10),
    /** Stored versions of a place's file, including the current one. */
    Versions: z.int().min(1).max(1_000).default(5),
    /** Pictures of a place, in addition to its icon. */
    Thumbnails: z.int().min(0).max(100).default(10),
    /** Stored worlds of a place, including the current one. 0: worlds are not stored. Only `Engine` `minetest` has worlds. */
    Worlds: z.int().min(0).max(1_000).default(5),
    /** Maximum size of a world in bytes, unpacked and as a ZIP archive. Larger worlds stay on the machine of their server only. */
    WorldBytes: z.int().min(1_000_000).max(20_000_000_000).default(500_000_000),
    /** Genres that makers choose from. Pages translate the default ones. Administrators change them at /admin/site. */
    Genres: z
      .array(text.max(40))
      .max(100)
      .default([...defaultGenres]),
  })
  .prefault({})

const gameservers = z
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

/** Address of the orchestrator that `npm start` starts on the same machine. */
export const defaultPrivateUrl = 'http://127.0.0.1:64990'

const players = z
  .strictObject({
    /**
     * Whether game servers verify who connects. `report`: the built-in host script removes players whom the site refuses, and admits
     * players while the site cannot be reached. `require`: it admits nobody then. `off`: only places with services verify, as with
     * `report`. With the engine `minetest`, servers admit only players whom the site names, whatever is set here.
     */
    Verify: z.enum(['off', 'report', 'require']).default('off'),
    /**
     * Whether the chat that game servers send is kept for a week, for the handlers of open reports from the same server. Tell your
     * players before you switch it on.
     */
    KeepChat: z.boolean().default(false),
  })
  .prefault({})

const orchestrator = z
  .strictObject({
    /**
     * Program and arguments of a game server (docs/reference/orchestrator.md#command). If it is set, `npm start` starts an
     * orchestrator.
     */
    Command: z.array(text.max(10_000)).min(1).max(100).optional(),
    /**
     * Program and arguments that print a ZIP archive of the world in a server's working folder
     * (docs/reference/orchestrator.md#worlds). Unset: worlds are not stored.
     */
    Snapshot: z.array(text.max(10_000)).min(1).max(100).optional(),
    /** Interval at which the world of a server with players is stored, in addition to after each stop. */
    SnapshotMinutes: z.number().min(0.05).max(10_080).default(10),
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
    PrivateURL: address.default(defaultPrivateUrl),
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
    /**
     * A server that has reported its presence, and then is silent for this time, is stopped. At least 20, or 10 with `Engine` `minetest`.
     */
    SilentSeconds: z.number().min(10).max(3_600).default(90),
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

const signing = z
  .strictObject({
    /** Clients of this family verify `sha1`. */
    Hash: z.enum(['sha1', 'sha256']).default('sha1'),
    /** Name of the signature in the first line. */
    Tag: text.regex(/^[a-z]+\d*$/).default('rbxsig'),
  })
  .prefault({})

/** Configuration keys of this domain, by group. */
export const placesConfig = {
  /**
   * Engine of the platform's games. `classic`: clients and servers of the classic family, which the operator provides. `minetest`:
   * the open engine of Debian's packages `minetest` and `minetest-server`. It sets `Client.PlaceExtension`, `Client.LauncherScheme`,
   * `Orchestrator.Command`, `Orchestrator.Snapshot` and `Orchestrator.Readable`, unless they are set here.
   */
  Engine: z.enum(['classic', 'minetest']).default('classic'),
  /** Limits on what makers store. */
  Places: places,
  Gameservers: gameservers,
  /** Players in games. */
  Players: players,
  /** Dedicated game servers: docs/reference/orchestrator.md. */
  Orchestrator: orchestrator,
  /** Signatures of scripts: docs/reference/client-protocol.md#signature. */
  Signing: signing,
}

/** Keys of this domain in the group `Limits`. */
export const placesLimits = {
  /** Join tickets. Each is a visit once a client uses it. */
  JoinsPerHour: hourly.default(200),
  /** Kicks and bans of players from places. */
  PlaceBansPerHour: hourly.default(200),
  /** Uploads of place files, and restored versions. */
  PlaceFilesPerHour: hourly.default(60),
  /** Icons and thumbnails of places. */
  PlacePicturesPerHour: hourly.default(60),
}

declare module '../foundation/config/schema.ts' {
  interface Config extends Configured<typeof placesConfig> {}
  interface ConfiguredLimits extends Configured<typeof placesLimits> {}
}
