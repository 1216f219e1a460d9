/** Maximum lengths in characters of texts in several domains. This file has no imports, so that pages can use it. */
export const maxDescriptionLength = 1_000
export const maxSearchLength = 100

/** Maximum length of a moderator's reason for taking down or renaming content. */
export const maxContentReasonLength = 300

/** RFC 5321, section 4.5.3.1: a path has 256 octets with its brackets. */
export const maxEmailLength = 254
