type Asked = Iterable<[string, string]>

/** What the address of a list's page asks for, without the name of an action that brought one there. */
export const askedOf = (asked: Asked) => [...asked].filter(([name]) => !name.startsWith('/'))

/** An action's address (`?/disable`) that keeps what the list of its page is narrowed to. */
export function keepFilters(action: `?/${string}`, asked: Asked): string {
  const kept = new URLSearchParams(askedOf(asked))
  return kept.size > 0 ? `${action}&${kept}` : action
}

/** The address where the form of a list's page, at the anchor, changes one of the rows: it works without a script. */
export function addressToChange(row: string, anchor: `#${string}`, asked: Asked): string {
  const kept = askedOf(asked).filter(([name]) => name !== 'change')
  return `?${new URLSearchParams([...kept, ['change', row]])}${anchor}`
}
