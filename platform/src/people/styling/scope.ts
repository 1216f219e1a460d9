/** Returns the class of the only element whose content a user's CSS applies to. This file has no imports, so that pages can use it. */
export const scopeOf = (userId: string) => `profile-${userId}`

/** Returns the class of the profile header's ground, an empty element that `.ground` selects in a user's CSS. */
export const groundScopeOf = (scope: string) => `${scope}-ground`
