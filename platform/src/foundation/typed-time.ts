/** A time as Unix milliseconds, or as ISO 8601 in UTC, as a browser's field for them sends it; NaN when it is neither. */
export function typedTime(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z?)?$/.test(text)) return Number.NaN
  return Date.parse(/T/.test(text) && !text.endsWith('Z') ? `${text}Z` : text)
}
