import { profilePath } from '../../accounts/rules.ts'
import { sha256 } from '../../foundation/ids.ts'

/** In characters. */
export const maxCssLength = 10_000

/**
 * Version of `confineCss`, which is part of the hash. Raise it when the same CSS is rebuilt differently, because browsers
 * cache a stylesheet permanently.
 */
const confinementVersion = 2

/** Returns the version of a user's CSS for the stylesheet's address. Empty: there is no stylesheet. */
export const hashOf = (css: string) =>
  css.trim() === '' ? '' : sha256(`${confinementVersion} ${css}`).slice(0, 16)

export const stylesheetPath = (username: string, hash: string) => `${profilePath(username)}/style-${hash}.css`
