import {
  booleanLiteral,
  integerLiteral,
  type Membership,
  membershipLiteral,
  stringLiteral,
} from './literals.ts'

/** The values of script variables: docs/reference/client-protocol.md#script-variables. */
interface ScriptValues {
  /** Address of the site, without a trailing slash. */
  _BASE_URL: string
  _PLACE_ID: number
  /** Number of the account that owns the place; 0: none. */
  _CREATOR_ID: number
  /** 0: the place has no file. */
  _PLACE_VERSION: number
  _SERVER_ADDRESS: string
  _SERVER_PORT: number
  _USER_ID: number
  _USERNAME: string
  /** Key with which the game server verifies the player; empty: none. */
  _PLAYER_KEY: string
  _MEMBERSHIP_TYPE: Membership
  /** Address of the character list; empty: none. */
  _CHAR_APPEARANCE: string
  /** Address for heartbeats of the client; empty: none. */
  _PING_URL: string
  /** Address of the place file or map; empty: none. */
  _MAP_LOCATION: string
  /** Address for heartbeats of the server; empty: none. */
  _SERVER_PRESENCE_URL: string
  /** Base address of the services for games; empty: the place has none. */
  _SERVICES_URL: string
  /** Credential of the server; empty: none. */
  _SERVER_TICKET: string
  /** Whether the server verifies players. */
  _VERIFY: boolean
  /** Whether nobody may enter while the site cannot be reached. */
  _VERIFY_REQUIRED: boolean
}

export type ScriptVariable = keyof ScriptValues

/** Each variable is replaced with a Lua literal of its type, including quotes. None is replaced with raw text. */
const literals: { [Name in ScriptVariable]: (value: ScriptValues[Name]) => string } = {
  _BASE_URL: stringLiteral,
  _PLACE_ID: integerLiteral,
  _CREATOR_ID: integerLiteral,
  _PLACE_VERSION: integerLiteral,
  _SERVER_ADDRESS: stringLiteral,
  _SERVER_PORT: integerLiteral,
  _USER_ID: integerLiteral,
  _USERNAME: stringLiteral,
  _PLAYER_KEY: stringLiteral,
  _MEMBERSHIP_TYPE: membershipLiteral,
  _CHAR_APPEARANCE: stringLiteral,
  _PING_URL: stringLiteral,
  _MAP_LOCATION: stringLiteral,
  _SERVER_PRESENCE_URL: stringLiteral,
  _SERVICES_URL: stringLiteral,
  _SERVER_TICKET: stringLiteral,
  _VERIFY: booleanLiteral,
  _VERIFY_REQUIRED: booleanLiteral,
}

/** Returns the script with these values. */
export type Template<Name extends ScriptVariable> = (values: Pick<ScriptValues, Name>) => string

/** A mistake in a script template. The message is for the operator who wrote it. */
export class BrokenTemplate extends Error {
  override name = 'BrokenTemplate'
}

/** Globals of Lua itself that look like variables. */
const luaGlobals = new Set(['_G', '_VERSION'])

/** Lua's comments, strings and names (Lua 5.1 reference manual, section 2.1). Only a whole name can be a variable. */
const token =
  /(?<comment>--\[(?<c>=*)\[[\s\S]*?\]\k<c>\]|--[^\n]*)|(?<string>\[(?<s>=*)\[[\s\S]*?\]\k<s>\]|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*')|(?<name>[A-Za-z_]\w*)/g

/**
 * Splits a template at its variables. Filling it only joins the parts, so a value is never searched for variables.
 *
 * @param available variables that this kind of script has values for.
 * @throws BrokenTemplate for an unknown variable, and for a variable within quotes.
 */
export function compileTemplate<Name extends ScriptVariable>(
  text: string,
  available: readonly Name[],
): Template<Name> {
  const parts: string[] = []
  const variables: Name[] = []
  let end = 0
  for (const { groups, 0: source, index } of text.matchAll(token)) {
    if (groups?.string !== undefined) {
      const quoted = available.find((variable) => source.includes(variable))
      if (quoted) {
        throw broken(
          text,
          index,
          `${quoted} is within quotes, and becomes a whole Lua value: it must stand alone`,
        )
      }
    }
    if (groups?.name === undefined || luaGlobals.has(source) || !/^_[A-Z][A-Z_]*$/.test(source)) continue
    const variable = available.find((name) => name === source)
    if (!variable) throw broken(text, index, `${source} is unknown here: there are ${available.join(', ')}`)
    parts.push(text.slice(end, index))
    variables.push(variable)
    end = index + source.length
  }
  const rest = text.slice(end)
  return (values) => variables.map((name, at) => `${parts[at]}${literalOf(name, values)}`).join('') + rest
}

const literalOf = <Name extends ScriptVariable>(name: Name, values: Pick<ScriptValues, Name>) =>
  literals[name](values[name])

const broken = (text: string, index: number, problem: string) =>
  new BrokenTemplate(`line ${text.slice(0, index).split('\n').length}: ${problem}`)
