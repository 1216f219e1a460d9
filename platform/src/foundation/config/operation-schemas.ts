import { z } from 'zod'
import { text } from './values.ts'

export const database = z
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

export const backup = z
  .strictObject({
    /**
     * Absolute path outside the data directory, preferably on another disk, or an address such as `s3://bucket/prefix`. Unset: no
     * scheduled backups.
     */
    Folder: text
      .regex(/^(\/|s3:\/\/)/, 'use an absolute path or an address such as s3://bucket/prefix')
      .optional(),
    /** Hours between two backups. */
    Hours: z.int().min(1).max(8_760).default(24),
    /** Number of scheduled archives to keep. */
    Keep: z.int().min(1).max(10_000).default(7),
  })
  .prefault({})

export const files = z
  .strictObject({
    /**
     * Seconds for which game clients and servers may fetch a place file from object storage themselves. They are redirected to a
     * signed address, so they have to follow redirects and reach the storage. 0: the site sends the file.
     */
    RedirectSeconds: z.int().min(0).max(3_600).default(0),
  })
  .prefault({})

export const webhooks = z
  .strictObject({
    /** Whether webhooks may use http and private addresses. Meant for an intranet whose makers are all trusted. */
    AllowPrivateNetwork: z.boolean().default(false),
  })
  .prefault({})

export const api = z
  .strictObject({
    /**
     * Whether scripts of pages on other sites may use the API, with access tokens or as visitors. They never act as the user of the
     * browser.
     */
    CrossOrigin: z.boolean().default(false),
  })
  .prefault({})

export const server = z
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
