import { representationFault } from '@baseplate/service/representation'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { Refused } from '../fault.ts'

export type Environment = { Bindings: HttpBindings }

/** Path of a place's server, with an id in its only valid spelling. */
export const placePath = '/:placeId{[1-9][0-9]{0,15}}'

interface AppOptions {
  /** Resolves when requests may be answered. Earlier ones wait. */
  opened: Promise<void>
  /** Called with unexpected errors. Their requests are answered with 500. */
  onError: (error: unknown) => void
}

/** Creates an application whose errors are plain text. Its responses are never cached. */
export function createApp({ opened, onError }: AppOptions): Hono<Environment> {
  // Hono would decode the path, but an id has only one valid spelling.
  const app = new Hono<Environment>({ getPath: (_request, options) => pathOf(options?.env?.incoming.url) })
  app.use(async (c, next) => {
    await opened
    c.header('Cache-Control', 'no-store')
    c.header('X-Content-Type-Options', 'nosniff')
    const fault = representationFault(c.env.incoming.headers)
    if (fault) return c.text(fault.message, fault.status, fault.headers)
    await next()
  })
  app.notFound((c) => c.text('not found', 404))
  app.onError((error, c) => {
    if (error instanceof Refused) return refusal(c, error)
    // Without a complete request, the client has left and no response is needed.
    if (c.env.incoming.complete) onError(error)
    return c.text('internal error', 500)
  })
  return app
}

/** Answers 405 to all other methods. GET does not include HEAD. */
export function allow(...methods: string[]): MiddlewareHandler<Environment> {
  return async (c, next) => {
    if (methods.includes(c.req.method)) return next()
    return c.text('method not allowed', 405, { Allow: methods.join(', ') })
  }
}

/** @throws Refused 404 when the number is too large for an id. */
export function placeIdOf(c: Context<Environment, typeof placePath>): number {
  const placeId = Number(c.req.param('placeId'))
  if (!Number.isSafeInteger(placeId)) throw new Refused(404, 'not found')
  return placeId
}

function refusal(c: Context<Environment>, { status, message, retrySeconds }: Refused): Response {
  return c.text(message, status, retrySeconds === undefined ? {} : { 'Retry-After': String(retrySeconds) })
}

const pathOf = (url = ''): string => url.split('?', 1)[0] ?? ''
