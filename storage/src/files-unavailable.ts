/** Storage on another machine could not be reached, or gave up on a request. */
export class FilesUnavailable extends Error {
  override name = 'FilesUnavailable'

  constructor(cause: unknown) {
    super(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause), { cause })
  }
}
