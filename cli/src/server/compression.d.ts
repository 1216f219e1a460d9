/** The used part of a package without types for `node:http`. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import type { BrotliOptions } from 'node:zlib'

  interface CompressionOptions {
    threshold: number
    brotli: BrotliOptions
    filter(request: IncomingMessage, response: ServerResponse): boolean
  }
  const compression: {
    (
      options: CompressionOptions,
    ): (request: IncomingMessage, response: ServerResponse, next: () => void) => void
    filter(request: IncomingMessage, response: ServerResponse): boolean
  }
  export default compression
}

declare module 'node:http' {
  interface ServerResponse {
    /** Sends what the compressor has buffered. */
    flush?(): void
  }
}
