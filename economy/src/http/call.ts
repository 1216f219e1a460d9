import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendText } from '@baseplate/service/respond'
import { Malformed } from '../ledger/event.ts'
import type { Stipend } from '../ledger/rules.ts'
import { Busy, TooLarge } from './body.ts'
import type { Observed } from './metrics.ts'

/** Parts that all requests share. */
export interface CallParts {
  stipend: Stipend
  metricsText: () => Promise<string>
  /** Undefined while the service is starting. */
  observe: () => Observed | undefined
  onError: (error: unknown) => void
}

/** A request and its response, with everything that a route needs. */
export class Call {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly stipend: Stipend
  /** The rest of the path after the route's prefix, still percent-encoded. */
  readonly rest: string
  /** The query, without its question mark. */
  readonly query: string
  readonly metricsText: () => Promise<string>
  readonly observe: CallParts['observe']
  readonly #onError: (error: unknown) => void

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    { stipend, metricsText, observe, onError }: CallParts,
    { rest, query }: { rest: string; query: string },
  ) {
    this.request = request
    this.response = response
    this.stipend = stipend
    this.metricsText = metricsText
    this.observe = observe
    this.rest = rest
    this.query = query
    this.#onError = onError
  }

  /** Runs the next step of the request. An error in it becomes the response. */
  attempt(step: () => Promise<void> | void): void {
    try {
      step()?.catch((error) => this.fail(error))
    } catch (error) {
      this.fail(error)
    }
  }

  /** Responds with an error. All but Malformed, TooLarge and Busy are unexpected, and reported to the operator. */
  fail(error: unknown): void {
    const { response } = this
    if (error instanceof Malformed) {
      sendText(response, 400, error.message)
    } else if (error instanceof TooLarge) {
      sendText(response, 413, error.message)
    } else if (error instanceof Busy) {
      sendText(response, 503, error.message, { 'Retry-After': '1' })
    } else {
      this.#onError(error)
      if (response.headersSent) response.destroy()
      else sendText(response, 500, 'internal error')
    }
  }
}
