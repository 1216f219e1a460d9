/** Explains a failed request to object storage in one sentence, without its full stop. */
export function explainStorageFailure(error: unknown): string {
  const cause = innermost(error)
  const status = (cause as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
  const said = [cause.name, cause.message].filter((text) => text && !vague.has(text)).join(': ')
  const why = said === '' ? '' : ` (${said})`
  if (cause.name === 'RequestTimeTooSkewed') return `this machine's clock differs from the storage's${why}`
  if (status === 401 || status === 403) return `the storage refuses the credentials${why}`
  if (status === 404) return `there is no such bucket${why}`
  if (cause.name === 'CredentialsProviderError') return 'there are no credentials: set AWS_ACCESS_KEY_ID'
  return said
}

/** Words of the SDK for responses without a body. */
const vague = new Set(['Error', 'Unknown', 'UnknownError', 'NotFound', 'Forbidden', '403', '404'])

function innermost(error: unknown): Error {
  let found = error instanceof Error ? error : new Error(String(error))
  while (found.cause instanceof Error) found = found.cause
  return found
}
