import { z } from 'zod'
import { address, text } from './values.ts'

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

const paletteColour = z.int().min(1).max(65_535)

export const places = z
  .strictObject({
    /** Places of one user. */
    PerUser: z.int().min(0).max(10_000).default(10),
    /** Stored versions of a place's file, including the current one. */
    Versions: z.int().min(1).max(1_000).default(5),
    /** Pictures of a place, in addition to its icon. */
    Thumbnails: z.int().min(0).max(100).default(10),
    /** Genres that makers choose from. Pages translate the default ones. Administrators change them at /admin/site. */
    Genres: z
      .array(text.max(40))
      .max(100)
      .default([...defaultGenres]),
  })
  .prefault({})

export const economy = z
  .strictObject({
    /** Share of a price that is destroyed; the creator receives the rest. */
    Fee: z
      .number()
      .min(0)
      .lt(1, { error: 'use a number from 0 to less than 1' })
      .multipleOf(0.000_001)
      .default(0.1),
  })
  .prefault({})

export const stipend = z
  .strictObject({
    /** Amount of one claim, in units with up to six decimals. */
    Amount: z.number().min(0.000_001).max(1_000_000_000).multipleOf(0.000_001).default(10),
    /** Hours from one claim to the next. */
    Interval: z.number().positive().max(8_760).default(12),
  })
  .prefault({})

export const groups = z
  .strictObject({
    /** Groups that a user may be in, including own ones. */
    PerUser: z.int().min(1).max(10_000).default(100),
  })
  .prefault({})

export const assets = z
  .strictObject({
    /** Types that users may create: docs/reference/site-api.md#asset-types. */
    Creatable: z.array(z.literal([1, 2, 8, 10, 11, 12, 13, 17, 18, 19, 24])).default([2, 8, 11, 12, 13]),
  })
  .prefault({})

export const moderation = z
  .strictObject({
    /** Whether icons and pictures of games and groups wait at /admin/assets for approval, except those of level 3 and above. */
    ReviewPictures: z.boolean().default(false),
  })
  .prefault({})

export const assetCloud = z
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

export const avatars = z
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
  .prefault({})

export const renderer = z
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
    error: 'required when `Renderer.Kind` is `external`',
  })
  .refine(({ Kind, Key }) => Kind !== 'external' || Key.length >= 16, {
    path: ['Key'],
    error: 'use 16 characters or more when `Renderer.Kind` is `external`',
  })
  .prefault({})

export const studio = z
  .strictObject({
    /** Stored screenshots of one user. */
    ScreenshotsPerUser: z.int().min(0).max(10_000).default(100),
  })
  .prefault({})

export const themes = z
  .array(
    z.strictObject({
      Name: text.max(40),
      File: text.regex(/^[a-z0-9-]+$/, 'use lower-case letters, digits and hyphens, without “.css”'),
    }),
  )
  .min(1)
  .default([
    { Name: 'Automatic', File: 'auto' },
    { Name: 'Light', File: 'light' },
    { Name: 'Dark', File: 'dark' },
    { Name: 'High contrast', File: 'high-contrast' },
  ])
