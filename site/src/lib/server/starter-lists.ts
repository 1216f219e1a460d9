/** Returns the languages of the checked starter lists. Programs send `lists` itself. */
export function chosenLists({ lists, ...fields }: Record<string, string>): string {
  if (lists !== undefined) return lists
  return Object.entries(fields)
    .filter(([name, value]) => name.startsWith('list-') && value === 'true')
    .map(([name]) => name.slice('list-'.length))
    .join(',')
}
