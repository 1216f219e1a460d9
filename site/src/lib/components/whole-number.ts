/** Shared, because `toLocaleString` creates a format for each number, a third of the render time of a long list. */
const words = new Intl.NumberFormat('en')

/** Formats a count with grouped thousands. */
export const wholeNumber = (count: number): string => (count < 1_000 ? String(count) : words.format(count))
