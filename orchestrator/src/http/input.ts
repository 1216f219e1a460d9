import { z } from 'zod'
import { Refused } from '../fault.ts'
import type { StartFields } from '../launch.ts'
import type { Report } from '../rules.ts'

const urlLengthMax = 2_000

/** Bytes of a log that are sent by default, and at most. */
const logBytes = 64 * 1024
const logBytesMax = 1024 * 1024

const urlRule = `serveUrl must be an http address of at most ${urlLengthMax} characters`
const siteRule = `baseUrl must be an http address of at most ${urlLengthMax} characters`
const nameRule = (field: string) => `${field} must be 1 to 64 letters or digits`
const name = (field: string) =>
  z
    .string(nameRule(field))
    .regex(/^[A-Za-z0-9]{1,64}$/, nameRule(field))
    .optional()

const countRule = (field: string) => `${field} must be a whole number from 1`
const count = (field: string) => z.int(countRule(field)).min(1, countRule(field)).optional()

const placeNameLengthMax = 1_000
const placeNameRule = `placeName must be a text of at most ${placeNameLengthMax} characters without NUL`

const startSchema = z.object(
  {
    baseUrl: z
      .url({ protocol: /^https?$/, error: siteRule })
      .max(urlLengthMax, siteRule)
      .optional(),
    // No environment variable can have a NUL.
    placeName: z
      .string(placeNameRule)
      .max(placeNameLengthMax, placeNameRule)
      .regex(/^[^\0]*$/, placeNameRule)
      .optional(),
    maxPlayers: count('maxPlayers'),
    placeVersion: count('placeVersion'),
    serveUrl: z
      .url({ protocol: /^https?$/, error: urlRule })
      .max(urlLengthMax, urlRule)
      .optional(),
    run: name('run'),
    ticket: name('ticket'),
  },
  'the body must be a JSON object',
)

const entryRule = 'each entry must be [placeId, {"players": number, "silentSeconds": number or null}]'

const reportsSchema = z.array(
  z
    .tuple([z.int(), z.object({ players: z.int().min(0), silentSeconds: z.number().min(0).nullish() })])
    .rest(z.unknown()),
)

const logQuerySchema = z.coerce.number().pipe(z.int().min(1).max(logBytesMax)).default(logBytes)

/**
 * Parses the optional body of a start, such as `{"serveUrl": "http://…", "placeName": "Tower"}`. All fields are optional.
 *
 * @throws Refused 400
 */
export function parseStart(body: unknown): StartFields {
  const { success, data, error } = startSchema.safeParse(body ?? {})
  if (success) return data
  throw new Refused(400, error.issues[0]?.message ?? 'the body must be a JSON object')
}

/**
 * Parses the site's report: `[[placeId, {"players": 3, "silentSeconds": 12}], …]`.
 *
 * @throws Refused 400
 */
export function parseReports(body: unknown): (Report & { placeId: number })[] {
  const { success, data, error } = reportsSchema.safeParse(body)
  if (!success) {
    const isArray = error.issues.every(({ path }) => path.length > 0)
    throw new Refused(400, isArray ? entryRule : 'the body must be a JSON array')
  }
  return data.map(([placeId, { players, silentSeconds }]) => {
    return { placeId, players, silentMs: silentSeconds == null ? undefined : silentSeconds * 1_000 }
  })
}

/**
 * Parses the query `bytes` of a log.
 *
 * @throws Refused 400
 */
export function parseLogBytes(bytes: string | undefined): number {
  const { success, data } = logQuerySchema.safeParse(bytes)
  if (success) return data
  throw new Refused(400, `bytes must be an integer from 1 to ${logBytesMax}`)
}
