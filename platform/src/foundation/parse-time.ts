/** Parses Unix milliseconds, or ISO 8601 in UTC as the date and time fields of browsers send it. Returns NaN for other texts. */
export function parseTime(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z?)?$/.test(text)) return Number.NaN
  return Date.parse(/T/.test(text) && !text.endsWith('Z') ? `${text}Z` : text)
}
