/** Parameters of a URL. */
type UrlParameters = Iterable<[string, string]>

/** Returns the filters in the URL of a list, without the name of the action that was just posted. */
export const filtersOf = (query: UrlParameters) => [...query].filter(([name]) => !name.startsWith('/'))

/** Returns the URL that opens a row in the edit form of its list, so that editing works without JavaScript. */
export function editUrl(row: string, anchor: `#${string}`, query: UrlParameters): string {
  const kept = filtersOf(query).filter(([name]) => name !== 'change')
  return `?${new URLSearchParams([...kept, ['change', row]])}${anchor}`
}

/** Returns the URL of a row's details beside its list, or of the list alone. Both keep the list's filters and page. */
export function rowUrl(list: string, row: string | undefined, query: UrlParameters): string {
  const kept = new URLSearchParams(filtersOf(query))
  const path = row === undefined ? list : `${list}/${encodeURIComponent(row)}`
  return kept.size > 0 ? `${path}?${kept}` : path
}
