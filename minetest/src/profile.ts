import { join } from 'node:path'

/** Extension of the files of games: ZIP archives with a game of the engine. */
const placeExtension = 'zip'

/** Scheme of the launcher of a platform without a usable name. */
const plainScheme = 'baseplate'

/** Values of configuration keys, by group and key. */
export type Profile = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface Installation {
  /** Folder of the product. */
  root: string
  /** Path of Node.js. */
  node: string
  /** The platform's name. */
  name: string
  /** Whether the platform runs servers of games, which it does unless all makers host their own. */
  runsServers: boolean
}

/** Returns what `Engine: 'minetest'` sets in the configuration. Values that the operator has written win. */
export function minetestProfile({ root, node, name, runsServers }: Installation): Profile {
  const folder = join(root, 'minetest')
  return {
    Client: { PlaceExtension: placeExtension, LauncherScheme: launcherScheme(name) },
    ...(runsServers && {
      Orchestrator: {
        Command: [node, join(folder, 'src', 'serve', 'main.ts'), '{placeId}', '{port}'],
        Snapshot: [node, join(folder, 'src', 'snapshot', 'main.ts'), '{worldBytes}'],
        // Sandboxes see /usr, where Debian's package has the engine and its files.
        Readable: [folder, join(root, 'node_modules')],
      },
    }),
  }
}

/** Returns the scheme of the launcher, which is the platform's own: players may have launchers of several platforms. */
function launcherScheme(name: string): string {
  const word = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '')
  return word === '' || word === plainScheme ? plainScheme : `${plainScheme}-${word}`
}
