import { sha256 } from '../../foundation/ids.ts'

/** The contract's limit. */
export const maxCssLength = 10_000

/**
 * Raised whenever `confineCss` makes something else of the same text: browsers keep a stylesheet for good, and this is
 * part of its address.
 */
const confinement = 1

/** The class of the one element of the page that a user's own CSS reaches. */
export const scopeOf = (userId: string) => `profile-${userId}`

/** Names a version of somebody's CSS in the stylesheet's address; empty when there is nothing to hand out. */
export const hashOf = (css: string) => (css.trim() === '' ? '' : sha256(`${confinement} ${css}`).slice(0, 16))

/** Where the stylesheet of a profile is. */
export const stylesheetPath = (username: string, hash: string) => `/user/${username}/style-${hash}.css`
