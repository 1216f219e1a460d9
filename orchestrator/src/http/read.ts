import { Refused } from '../fault.ts'
import type { Access } from '../launch.ts'
import type { Report } from '../rules.ts'

const URL_LENGTH_MAX = 2_000

/** A place's id as paths have it: decimal, without a leading zero. */
export function readPlaceId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}

/**
 * Reads what a start may bring: `{"serveUrl": "http://…", "run": "…", "ticket": "…"}`, each of them optional.
 * @throws Refused 400
 */
export function readAccess(body: unknown): Access {
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null) throw new Refused(400, 'the body must be a JSON object')
  const { serveUrl, run, ticket }: Record<string, unknown> = { ...body }
  if (serveUrl !== undefined && !isUrl(serveUrl)) {
    throw new Refused(400, `serveUrl must be an http address of at most ${URL_LENGTH_MAX} characters`)
  }
  if (run !== undefined && !isName(run)) throw new Refused(400, `run ${NAME_RULE}`)
  if (ticket !== undefined && !isName(ticket)) throw new Refused(400, `ticket ${NAME_RULE}`)
  return { serveUrl, run, ticket }
}

const isUrl = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= URL_LENGTH_MAX &&
  /^https?:$/.test(URL.parse(value)?.protocol ?? '')

const NAME_RULE = 'must be 1 to 64 letters or digits'
const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9]{1,64}$/.test(value)

/**
 * What the site tells of servers: `[[placeId, {"players": 3, "silentSeconds": 12}], …]`.
 * @throws Refused 400
 */
export function readReports(body: unknown): (Report & { placeId: number })[] {
  if (!Array.isArray(body)) throw new Refused(400, 'the body must be a JSON array')
  return body.map(readReport)
}

function readReport(entry: unknown): Report & { placeId: number } {
  const [placeId, report] = Array.isArray(entry) ? entry : []
  const { players, silentSeconds }: Record<string, unknown> = Object(report)
  const isSilence = silentSeconds === undefined || silentSeconds === null || isCount(silentSeconds)
  if (!Number.isSafeInteger(placeId) || !isWhole(players) || !isSilence) {
    throw new Refused(
      400,
      'each entry must be [placeId, {"players": number, "silentSeconds": number or null}]',
    )
  }
  return { placeId, players, silentMs: isCount(silentSeconds) ? silentSeconds * 1_000 : undefined }
}

const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
