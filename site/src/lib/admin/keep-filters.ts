type Asked = Iterable<[string, string]>

/** Returns the filters in the URL of a list, without the name of the action that was just posted. */
export const askedOf = (asked: Asked) => [...asked].filter(([name]) => !name.startsWith('/'))

/** Returns the URL of an action (`?/disable`) that keeps the filters of the list. */
export function keepFilters(action: `?/${string}`, asked: Asked): string {
  const kept = new URLSearchParams(askedOf(asked))
  return kept.size > 0 ? `${action}&${kept}` : action
}

/** Returns the URL that opens a row in the edit form of its list, so that editing works without JavaScript. */
export function addressToChange(row: string, anchor: `#${string}`, asked: Asked): string {
  const kept = askedOf(asked).filter(([name]) => name !== 'change')
  return `?${new URLSearchParams([...kept, ['change', row]])}${anchor}`
}
