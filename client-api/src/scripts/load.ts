import { readFile } from 'node:fs/promises'
import { CannotStart } from '@baseplate/service/cannot-start'
import type { Files } from '@baseplate/storage/files'
import { readText } from '@baseplate/storage/read-text'
import { BrokenTemplate, compileTemplate, type ScriptVariable, type Template } from './template.ts'

/** The variables that each script has values for. */
const variablesOf = {
  join: [
    '_BASE_URL',
    '_PLACE_ID',
    '_SERVER_ADDRESS',
    '_SERVER_PORT',
    '_USER_ID',
    '_PLAYER_KEY',
    '_USERNAME',
    '_MEMBERSHIP_TYPE',
    '_CHAR_APPEARANCE',
    '_PING_URL',
  ],
  host: [
    '_BASE_URL',
    '_PLACE_ID',
    '_MAP_LOCATION',
    '_SERVER_PORT',
    '_SERVER_PRESENCE_URL',
    '_SERVICES_URL',
    '_SERVER_TICKET',
    '_VERIFY',
    '_VERIFY_REQUIRED',
  ],
  visit: ['_BASE_URL', '_PLACE_ID'],
  studio: ['_BASE_URL'],
  placeinfo: ['_BASE_URL', '_PLACE_ID', '_CREATOR_ID', '_PLACE_VERSION'],
  placedata: ['_BASE_URL', '_PLACE_ID', '_CREATOR_ID', '_PLACE_VERSION', '_SERVER_TICKET'],
} as const satisfies Record<string, readonly ScriptVariable[]>

type ScriptName = keyof typeof variablesOf

export type Scripts = { [Name in ScriptName]: Template<(typeof variablesOf)[Name][number]> }

/**
 * Loads the script templates: docs/reference/client-protocol.md#script-templates.
 *
 * @throws CannotStart that names the file, and the line of a mistake.
 */
export async function loadScripts(files: Pick<Files, 'open'>): Promise<Scripts> {
  const [joinScript, host, visit, studio, placeinfo, placedata] = await Promise.all([
    loadScript(files, 'join', variablesOf.join),
    loadScript(files, 'host', variablesOf.host),
    loadScript(files, 'visit', variablesOf.visit),
    loadScript(files, 'studio', variablesOf.studio),
    loadScript(files, 'placeinfo', variablesOf.placeinfo),
    loadScript(files, 'placedata', variablesOf.placedata),
  ])
  return { join: joinScript, host, visit, studio, placeinfo, placedata }
}

async function loadScript<Name extends ScriptVariable>(
  files: Pick<Files, 'open'>,
  script: ScriptName,
  variables: readonly Name[],
): Promise<Template<Name>> {
  const file = `scripts/${script}.lua`
  try {
    return compileTemplate((await readText(files, file)) ?? (await readBuiltIn(script)), variables)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    throw new CannotStart(
      error instanceof BrokenTemplate
        ? `The script ${file} is broken, ${problem}.`
        : `The script ${file} cannot be read: ${problem}`,
    )
  }
}

const readBuiltIn = (script: ScriptName) => readFile(new URL(`./${script}.lua`, import.meta.url), 'utf8')
