import type { ServerResponse } from 'node:http'
import { sendText } from '@baseplate/service/respond'
import { Malformed } from '../ledger/event.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Stipend } from '../ledger/rules.ts'
import { type EconomyRequest, TooLarge } from './request.ts'

/** The parts that all requests share. */
export interface CallParts {
  ledger: Ledger
  stipend: Stipend
  metricsText: () => Promise<string>
  onError: (error: unknown) => void
}

/** A request on its way through a route. */
export class Call {
  readonly request: EconomyRequest
  readonly response: ServerResponse
  readonly ledger: Ledger
  readonly stipend: Stipend
  /** What follows the route's prefix in the path, still percent-encoded. */
  readonly rest: string
  /** The query, without its question mark. */
  readonly query: string
  readonly metricsText: () => Promise<string>
  readonly #onError: (error: unknown) => void

  constructor(
    request: EconomyRequest,
    response: ServerResponse,
    { ledger, stipend, metricsText, onError }: CallParts,
    { rest, query }: { rest: string; query: string },
  ) {
    this.request = request
    this.response = response
    this.ledger = ledger
    this.stipend = stipend
    this.metricsText = metricsText
    this.rest = rest
    this.query = query
    this.#onError = onError
  }

  /** Does what remains to be done for the request; what that throws is answered. */
  attempt(step: () => Promise<void> | void): void {
    try {
      step()?.catch((error) => this.fail(error))
    } catch (error) {
      this.fail(error)
    }
  }

  /** Answers an error: Malformed and TooLarge are the client's, all others are told to who watches the service. */
  fail(error: unknown): void {
    const { request, response } = this
    if (error instanceof Malformed) {
      sendText(response, 400, error.message)
    } else if (error instanceof TooLarge) {
      sendText(response, 413, error.message)
    } else if (request.complete) {
      this.#onError(error)
      if (response.headersSent) response.destroy()
      else sendText(response, 500, 'internal error')
    }
    // Otherwise the client went away before its request was whole: nothing was done and there is nobody to answer.
  }
}
