/** What a name is found by, whatever the letter case and the way of writing its characters. */
export const nameKeyOf = (name: string) => name.normalize('NFKC').toLowerCase()

/** Some databases take no text with a character that controls machines, or with half of one. */
export const isSearchable = (text: string) => text !== '' && !/[\p{Cc}\p{Cs}]/u.test(text)

/** Names are found by their trigrams; those of letters and digits alone are in both databases' indexes. */
export const hasTrigram = (key: string) => /[\p{L}\p{N}]{3}/u.test(key)

/** A key behind all that begin with this one: with the last code point there is, which is no character. */
export const behindAll = (key: string) => `${key}\u{10FFFF}`
