/** Origins of the sites that tests have started. */
export const watched = new Set<string>()

/** Compares requests to these addresses, and their responses, with the OpenAPI document. */
export const watch = (...urls: string[]): void => {
  for (const url of urls) watched.add(new URL(url).origin)
}
