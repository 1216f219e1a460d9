import { z } from 'zod'
import type { Configured } from '../foundation/config/schema.ts'
import { address, text } from '../foundation/config/values.ts'

const assets = z
  .strictObject({
    /** Types that users may create: docs/reference/site-api.md#asset-types. */
    Creatable: z.array(z.literal([1, 2, 8, 10, 11, 12, 13, 17, 18, 19, 24])).default([2, 8, 11, 12, 13]),
  })
  .prefault({})

const assetCloud = z
  .strictObject({
    /** `GET <URL>/<id>` returns JSON with the `location` of the file. May be a private address. Unset: no asset cloud. */
    URL: address.optional(),
    /** Sent only to `URL`, as `X-API-Key`. */
    Key: z.string().default(''),
    /** In XML assets, `<host>/asset` is replaced with this site's address. */
    Hosts: z.array(text.regex(/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/)).default(['www.roblox.com', 'roblox.com']),
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
  .prefault({})

/** Configuration keys of this domain, by group. */
export const assetsConfig = {
  Assets: assets,
  /** Source of assets that are not stored here: docs/reference/client-protocol.md#asset-cloud. */
  AssetCloud: assetCloud,
}

declare module '../foundation/config/schema.ts' {
  interface Config extends Configured<typeof assetsConfig> {}
}
