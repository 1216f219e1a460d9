/** Names of the platform's own mods, which no mod of a game may have. */
export const ownMods: readonly string[] = ['baseplate', 'baseplate_guard']
