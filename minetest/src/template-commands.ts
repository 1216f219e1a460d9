/** Folder in which the engine looks for the maker's game. */
const folder = '~/.minetest/games/my_first_game'

/** Commands that makers type to try the template on Debian, and to pack what they have made of it. One per line. */
export const templateCommands = {
  /** Starts the engine with the template. */
  try: [
    'sudo apt install minetest unzip zip',
    `mkdir -p ${folder}`,
    `unzip my-first-game.zip -d ${folder}`,
    'minetest',
  ].join('\n'),
  /** Makes the archive to upload. */
  pack: [`cd ${folder}`, 'zip -r ~/my-game.zip .'].join('\n'),
}
