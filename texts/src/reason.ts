export type ReasonFormats = readonly [
  pattern: RegExp,
  format: (found: Readonly<Record<string, string>>) => string,
][]

/**
 * Formats a reason that another process states in English, by the first pattern that matches. Returns any other reason unchanged.
 */
export function formatReason(formats: ReasonFormats, reason: string): string {
  for (const [pattern, format] of formats) {
    const found = pattern.exec(reason)
    if (found) return format(found.groups ?? {})
  }
  return reason
}
