/** What a name is found by, whatever the letter case and the way of writing its characters. */
export const nameKeyOf = (name: string) => name.normalize('NFKC').toLowerCase()

/** Some databases take no text with a character that controls machines, or with half of one. */
export const isSearchable = (text: string) => text !== '' && !/[\p{Cc}\p{Cs}]/u.test(text)

/** Names are found by all parts of them that have three characters or more; by fewer, when they begin with those. */
export const isPart = (key: string) => [...key].length >= 3

/** A key behind all that begin with this one: with the last code point there is, which is no character. */
export const behindAll = (key: string) => `${key}\u{10FFFF}`
