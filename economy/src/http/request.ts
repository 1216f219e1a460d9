import { IncomingMessage } from 'node:http'

/** The contract's decisions, section 8. */
const bodyBytesMax = 64 * 1024

/** A body of more than 64 KiB. */
export class TooLarge extends Error {}

/**
 * A request that keeps its body itself, as the parser hands it over. As a stream the same few bytes would cross two
 * turns of the event loop and a dozen listeners: a tenth of what a request costs in all. In exchange it can be read by
 * `takeBody` only, and by nothing that expects a stream.
 */
export class EconomyRequest extends IncomingMessage {
  #chunks: Buffer[] = []
  #bytes = 0
  #take: ((body: Buffer) => void) | undefined
  #fail: ((error: TooLarge) => void) | undefined

  /**
   * Asks for the body, in the turn in which the request came: `take` is called when it is whole, or `fail` as soon as it
   * is too large. Of a client that goes away in the middle nobody hears.
   */
  takeBody(take: (body: Buffer) => void, fail: (error: TooLarge) => void): void {
    this.#take = take
    this.#fail = fail
    if (Number(this.headers['content-length'] ?? 0) > bodyBytesMax) this.#refuse()
  }

  /** Called by the parser with each part of the body, and null at its end. True: it may go on. */
  override push(chunk: Buffer | null): boolean {
    if (chunk === null) this.#end()
    else this.#add(chunk)
    return true
  }

  /** Called by the server when it has answered, so that what nobody reads flows off; here nothing is held up. */
  override resume(): this {
    return this
  }

  #add(chunk: Buffer): void {
    if (this.#take === undefined) return
    this.#bytes += chunk.length
    if (this.#bytes > bodyBytesMax) this.#refuse()
    else this.#chunks.push(chunk)
  }

  #end(): void {
    const [first] = this.#chunks
    this.#take?.(this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks))
  }

  /** What still comes is thrown away, so that the client can read the answer. */
  #refuse(): void {
    this.#take = undefined
    this.#chunks = []
    this.#fail?.(new TooLarge('body is larger than 64 KiB'))
  }
}
