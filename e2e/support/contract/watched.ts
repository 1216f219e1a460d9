/** Origins of the sites that tests have started. Their requests and responses are compared with the OpenAPI document. */
export const watched = new Set<string>()

/** Compares requests to these addresses, and their responses, with the OpenAPI document. */
export const watch = (...urls: string[]): void => {
  for (const url of urls) watched.add(new URL(url).origin)
}
