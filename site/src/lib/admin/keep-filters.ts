/** An action's address (`?/disable`) that keeps what the list of its page is narrowed to, as `asked` has it. */
export function keepFilters(action: `?/${string}`, asked: Iterable<[string, string]>): string {
  const kept = new URLSearchParams([...asked].filter(([name]) => !name.startsWith('/')))
  return kept.size > 0 ? `${action}&${kept}` : action
}
