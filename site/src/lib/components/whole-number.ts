/** Made once: a format of its own for each number, as `toLocaleString` makes, is a third of a long list's time. */
const words = new Intl.NumberFormat('en')

/** A count, grouped by thousands. */
export const wholeNumber = (count: number): string => (count < 1_000 ? String(count) : words.format(count))
