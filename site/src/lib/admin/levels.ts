/** Permission levels as options of a select. */
export const levels: readonly { value: string; label: string }[] = [
  { value: '1', label: '1 · User' },
  { value: '2', label: '2 · Verified' },
  { value: '3', label: '3 · Catalog manager' },
  { value: '4', label: '4 · Moderator' },
  { value: '5', label: '5 · Administrator' },
]

export const levelName = (level: number): string =>
  levels.find(({ value }) => value === String(level))?.label ?? String(level)
