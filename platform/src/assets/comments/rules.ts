/** Maximum number of characters of a comment. */
export const maxCommentLength = 1_000

/** Maximum depth of replies to replies. */
export const maxReplyDepth = 9
