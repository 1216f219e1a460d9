/** Maximum number of characters of the notes of a version. */
export const maxNotesLength = 2_000

export const updatesPerPage = 10

/** Comments of an update are counted up to this number. */
export const maxCommentsCounted = 100

/** Days of a timeline. */
export const timelineDays = 30

/** Versions that a timeline tells apart. */
export const timelineVersions = 20
