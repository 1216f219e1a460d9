/** The orchestrator cannot run; the message is one sentence for the operator. */
export class OrchestratorFault extends Error {
  override name = 'OrchestratorFault'
}

/** A request that is understood and not granted; the message is the answer's text. */
export class Refused extends Error {
  override name = 'Refused'
  /** HTTP status. */
  readonly status: number
  /** When asking again makes sense. */
  readonly retrySeconds: number | undefined

  constructor(status: number, message: string, retrySeconds?: number) {
    super(message)
    this.status = status
    this.retrySeconds = retrySeconds
  }
}
