/** Maximum bytes of one field. The longest field is CSS of 10,000 characters, up to nine bytes each when encoded. */
export const maxFieldBytes = 100_000

/** Maximum bytes of all fields of a form, with their names and without files. */
export const maxFormBytes = 200_000
