import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The orchestrator cannot run. The message is one sentence for the operator. */
export class OrchestratorFault extends Error {
  override name = 'OrchestratorFault'
}

/** A request that is refused. The message is the text of the response. */
export class Refused extends Error {
  override name = 'Refused'
  /** HTTP status. */
  readonly status: ContentfulStatusCode
  /** Seconds after which the client may retry. */
  readonly retrySeconds: number | undefined

  constructor(status: ContentfulStatusCode, message: string, retrySeconds?: number) {
    super(message)
    this.status = status
    this.retrySeconds = retrySeconds
  }
}
