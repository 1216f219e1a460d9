import { bearerCheck } from '@baseplate/service/bearer'
import { BodyBudget, bodiesBusy, smallBodiesMax } from '@baseplate/service/body-budget'
import { metricsHeaders } from '@baseplate/service/respond'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Refused } from '../fault.ts'
import type { Fleet } from '../fleet.ts'
import { allow, type Environment, placeIdOf, placePath } from './app.ts'
import { parseLogBytes, parseReports, parseStart } from './input.ts'
import { createMetrics } from './metrics.ts'

const bodyBytesMax = 64 * 1024

interface PrivateOptions {
  fleet: Fleet
  readLog: (placeId: number, bytesMax: number) => Promise<string>
  /** Returns the number of open streams of browsers. */
  listeners: () => number
  /** Returns the number of dropped console lines. */
  droppedLogLines: () => number
  key: string | undefined
  /** Host names of this API. */
  hosts: ReadonlySet<string>
}

/** Adds the routes that the site calls (docs/reference/orchestrator.md). */
export function addPrivateRoutes(app: Hono<Environment>, options: PrivateOptions): void {
  addAccessChecks(app, options)
  addFleetRoutes(app, options)
  addPlaceRoutes(app, options)
}

function addAccessChecks(app: Hono<Environment>, { key, hosts }: PrivateOptions): void {
  const mayPass = bearerCheck(key)
  app.use(async (c, next) => {
    if (isOfWebPage(c, hosts)) throw new Refused(403, 'requests of web pages are not accepted')
    if (mayPass(c.req.header('authorization'))) return next()
    return c.text('unauthorized', 401, { 'WWW-Authenticate': 'Bearer' })
  })
}

function addFleetRoutes(app: Hono<Environment>, options: PrivateOptions): void {
  const { fleet } = options
  const metrics = createMetrics(options)
  for (const path of ['/', '/servers', '/health', '/metrics']) app.use(path, allow('GET'))
  app.use('/presence', allow('POST'), limitBodies, limitBody)
  app.get('/', (c) =>
    c.json(fleet.running().map(({ placeId, pid, startTime }) => [placeId, { pid, startTime }])),
  )
  // Leaves out the final output of servers, which makes the response large when many have failed.
  app.get('/servers', (c) => c.json(fleet.known().map(({ lastWords: _, ...status }) => status)))
  app.get('/health', (c) => c.text('OK'))
  app.get('/metrics', async (c) => c.text(await metrics.text(), 200, metricsHeaders))
  app.post('/presence', async (c) => {
    for (const { placeId, ...report } of parseReports(await readJson(c))) fleet.report(placeId, report)
    return c.body(null, 204)
  })
}

function addPlaceRoutes(app: Hono<Environment>, { fleet, readLog }: PrivateOptions): void {
  app.use(placePath, allow('GET', 'PUT', 'DELETE'))
  app.get(placePath, (c) => c.json(fleet.status(placeIdOf(c))))
  app.put(placePath, limitBodies, limitBody, async (c) => {
    const placeId = placeIdOf(c)
    return c.json(await fleet.start(placeId, parseStart(await readJson(c))))
  })
  app.delete(placePath, async (c) => c.json(await fleet.stop(placeIdOf(c))))
  app.use(`${placePath}/log`, allow('GET'))
  app.get(`${placePath}/log`, async (c) => {
    return c.text(await readLog(placeIdOf(c), parseLogBytes(c.req.query('bytes'))))
  })
}

/**
 * Whether a request comes from a web page. The browser sends the `Origin` of a page of another site. A page whose own host name
 * resolves to this machine sends that name as `Host`.
 */
function isOfWebPage(c: Context<Environment>, hosts: ReadonlySet<string>): boolean {
  const { origin, host = '' } = c.env.incoming.headers
  return origin !== undefined || !hosts.has(host.replace(/:\d+$/, '').toLowerCase())
}

/** Bodies are read as a whole. Each counts with the most that it may have, until its request is answered. */
const arriving = new BodyBudget(smallBodiesMax)

const limitBodies: MiddlewareHandler<Environment> = async (c, next) => {
  const declared = Number(c.req.header('content-length') ?? bodyBytesMax)
  const bytes = Math.min(declared, bodyBytesMax)
  if (!arriving.take(bytes)) throw new Refused(503, bodiesBusy, 1)
  // Also when the client disconnects, and the body never ends.
  c.env.outgoing.once('close', () => arriving.release(bytes))
  await next()
}

const limitBody = bodyLimit({
  maxSize: bodyBytesMax,
  onError: () => {
    throw new Refused(413, 'the body is larger than 64 KiB')
  },
})

/**
 * Returns the body as JSON; undefined when it is empty.
 *
 * @throws Refused 400
 */
async function readJson(c: Context<Environment>): Promise<unknown> {
  const text = await c.req.text()
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused(400, 'the body is not JSON')
  }
}
