/** Extension of the files of games: ZIP archives with a game of the engine. */
export const placeExtension = 'zip'
