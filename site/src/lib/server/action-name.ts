/** The form action that an address names, as it is written there: `/sessions` of `?/sessions`. SvelteKit takes the first. */
export const actionNameOf = (url: URL): string | undefined =>
  [...url.searchParams.keys()].find((name) => name.startsWith('/'))
