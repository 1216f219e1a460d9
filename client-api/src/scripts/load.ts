import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '@baseplate/platform/foundation/errors'
import { BrokenTemplate, compileTemplate, type Hole, type Template } from './fill.ts'

/** The holes that each script has values for. */
const holesOf = {
  join: [
    '_BASE_URL',
    '_PLACE_ID',
    '_SERVER_ADDRESS',
    '_SERVER_PORT',
    '_USER_ID',
    '_USERNAME',
    '_MEMBERSHIP_TYPE',
    '_CHAR_APPEARANCE',
    '_PING_URL',
  ],
  host: ['_BASE_URL', '_PLACE_ID', '_MAP_LOCATION', '_SERVER_PORT', '_SERVER_PRESENCE_URL'],
  visit: ['_BASE_URL', '_PLACE_ID'],
  studio: ['_BASE_URL'],
} as const satisfies Record<string, readonly Hole[]>

type ScriptName = keyof typeof holesOf

export type Scripts = { [Name in ScriptName]: Template<(typeof holesOf)[Name][number]> }

/**
 * The script templates: the operator's own `scripts/<name>.lua` of the data directory, else the built-in one.
 *
 * @throws CannotStart that names the file and the line.
 */
export async function loadScripts(dataDirectory: string): Promise<Scripts> {
  const own = join(dataDirectory, 'scripts')
  const [joining, host, visit, studio] = await Promise.all([
    loadScript(own, 'join', holesOf.join),
    loadScript(own, 'host', holesOf.host),
    loadScript(own, 'visit', holesOf.visit),
    loadScript(own, 'studio', holesOf.studio),
  ])
  return { join: joining, host, visit, studio }
}

async function loadScript<H extends Hole>(
  own: string,
  name: ScriptName,
  holes: readonly H[],
): Promise<Template<H>> {
  const file = join(own, `${name}.lua`)
  try {
    return compileTemplate((await readIfThere(file)) ?? (await readBuiltIn(name)), holes)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    throw new CannotStart(
      error instanceof BrokenTemplate
        ? `The script ${file} is broken, ${problem}.`
        : `The script ${file} cannot be read: ${problem}`,
    )
  }
}

const readBuiltIn = (name: ScriptName) => readFile(new URL(`./${name}.lua`, import.meta.url), 'utf8')

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
