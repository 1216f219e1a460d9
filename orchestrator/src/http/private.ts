import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refused } from '../fault.ts'
import type { Fleet } from '../fleet.ts'
import { accessCheck, isOfWebPage } from './access.ts'
import { answerJson, answerText } from './answer.ts'
import { readJson } from './body.ts'
import { METRICS_TYPE, metricsText } from './metrics.ts'
import { readAccess, readPlaceId, readReports } from './read.ts'

/** How much of a log is answered unless `bytes` says otherwise, and at most. */
const LOG_BYTES = 64 * 1024
const LOG_BYTES_MAX = 1024 * 1024

export interface PrivateOptions {
  fleet: Fleet
  readLog: (placeId: number, bytesMax: number) => Promise<string>
  /** How many browsers follow a place. */
  listeners: () => number
  /** How many lines of the console were dropped. */
  droppedLogLines: () => number
  key: string | undefined
  /** Names under which this API is asked for. */
  hosts: ReadonlySet<string>
}

interface Call extends PrivateOptions {
  request: IncomingMessage
  response: ServerResponse
  query: URLSearchParams
}

type Answer = (call: Call, placeId: number) => Promise<void> | void
type Methods = Partial<Record<string, Answer>>

const fixed = new Map<string, Methods>([
  ['/', { GET: list }],
  ['/servers', { GET: listKnown }],
  ['/presence', { POST: presence }],
  ['/health', { GET: ({ response }) => answerText(response, 200, 'OK') }],
  ['/metrics', { GET: metrics }],
])
const ofPlace: Methods = {
  GET: ({ fleet, response }, placeId) => answerJson(response, fleet.status(placeId)),
  PUT: start,
  DELETE: async ({ fleet, response }, placeId) => answerJson(response, await fleet.stop(placeId)),
}
const ofLog: Methods = { GET: log }

/** The API for the site: see docs/reference/orchestrator.md#private-api. */
export function privateApi(options: PrivateOptions) {
  const mayPass = accessCheck(options.key)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (isOfWebPage(request, options.hosts)) throw new Refused(403, 'requests of web pages are not accepted')
    if (!mayPass(request)) {
      answerText(response, 401, 'unauthorized', { 'WWW-Authenticate': 'Bearer' })
      return
    }
    const [path = '', query = ''] = (request.url ?? '').split('?', 2)
    const found = findMethods(path)
    if (!found) throw new Refused(404, 'not found')
    const { methods, placeId } = found
    const answer = Object.hasOwn(methods, request.method ?? '') ? methods[request.method ?? ''] : undefined
    if (answer) await answer({ ...options, request, response, query: new URLSearchParams(query) }, placeId)
    else answerText(response, 405, 'method not allowed', { Allow: Object.keys(methods).join(', ') })
  }
}

function findMethods(path: string): { methods: Methods; placeId: number } | undefined {
  const methods = fixed.get(path)
  if (methods) return { methods, placeId: 0 }
  const [, name = '', rest] = /^\/([^/]+)(\/log)?$/.exec(path) ?? []
  const placeId = readPlaceId(name)
  return placeId === undefined ? undefined : { methods: rest ? ofLog : ofPlace, placeId }
}

function list({ fleet, response }: Call): void {
  const servers = fleet.running().map(({ placeId, pid, startTime }) => [placeId, { pid, startTime }])
  answerJson(response, servers)
}

/** Without what they printed: many may have failed. */
function listKnown({ fleet, response }: Call): void {
  answerJson(
    response,
    fleet.known().map(({ lastWords: _, ...status }) => status),
  )
}

async function start({ fleet, request, response }: Call, placeId: number): Promise<void> {
  answerJson(response, await fleet.start(placeId, readAccess(await readJson(request))))
}

async function presence({ fleet, request, response }: Call): Promise<void> {
  for (const { placeId, ...report } of readReports(await readJson(request))) fleet.report(placeId, report)
  response.writeHead(204).end()
}

async function log({ readLog, query, response }: Call, placeId: number): Promise<void> {
  const bytes = Number(query.get('bytes') ?? LOG_BYTES)
  if (!Number.isSafeInteger(bytes) || bytes < 1 || bytes > LOG_BYTES_MAX) {
    throw new Refused(400, `bytes must be an integer from 1 to ${LOG_BYTES_MAX}`)
  }
  answerText(response, 200, await readLog(placeId, bytes))
}

function metrics({ fleet, listeners, droppedLogLines, response }: Call): void {
  const text = metricsText(fleet, listeners(), droppedLogLines())
  answerText(response, 200, text, { 'Content-Type': METRICS_TYPE })
}
