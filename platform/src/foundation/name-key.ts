/** Returns the key that a name is searched by. It ignores letter case and equivalent forms of characters. */
export const nameKeyOf = (name: string) => name.normalize('NFKC').toLowerCase()

/** Whether both databases can search for a text. PostgreSQL rejects NUL and lone surrogates. */
export const isSearchable = (text: string) => text !== '' && !/[\p{Cc}\p{Cs}]/u.test(text)

/** Minimum length of a text that is searched for inside names. A shorter text finds names that begin with it. */
export const minPartLength = 3

/** Whether a key is long enough to be searched for inside names. */
export const isPartKey = (key: string) => [...key].length >= minPartLength

/** Returns a key that sorts after all keys that begin with this one. U+10FFFF is the last code point, and no character. */
export const endOfPrefix = (key: string) => `${key}\u{10FFFF}`
