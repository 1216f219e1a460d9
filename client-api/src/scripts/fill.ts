import { integerLiteral, type Membership, membershipLiteral, stringLiteral } from './literals.ts'

/** What can stand in a script template, by the contract's names. */
export interface HoleValues {
  /** The site's address, without a slash at its end. */
  _BASE_URL: string
  _PLACE_ID: number
  _SERVER_ADDRESS: string
  _SERVER_PORT: number
  _USER_ID: number
  _USERNAME: string
  _MEMBERSHIP_TYPE: Membership
  /** Address of the list of what the character wears; empty: none. */
  _CHAR_APPEARANCE: string
  /** Address that the client calls while it plays; empty: none. */
  _PING_URL: string
  /** Address of the place file to load; empty: none. */
  _MAP_LOCATION: string
  /** Address that the server calls while it runs; empty: none. */
  _SERVER_PRESENCE_URL: string
}

export type Hole = keyof HoleValues

/** A hole is filled with a Lua literal of its type, quotes included; none takes raw text. */
const literals: { [H in Hole]: (value: HoleValues[H]) => string } = {
  _BASE_URL: stringLiteral,
  _PLACE_ID: integerLiteral,
  _SERVER_ADDRESS: stringLiteral,
  _SERVER_PORT: integerLiteral,
  _USER_ID: integerLiteral,
  _USERNAME: stringLiteral,
  _MEMBERSHIP_TYPE: membershipLiteral,
  _CHAR_APPEARANCE: stringLiteral,
  _PING_URL: stringLiteral,
  _MAP_LOCATION: stringLiteral,
  _SERVER_PRESENCE_URL: stringLiteral,
}

/** Fills the holes of a script template. */
export type Template<H extends Hole> = (values: Pick<HoleValues, H>) => string

/** What a script template does wrong, one sentence for the operator who wrote it. */
export class BrokenTemplate extends Error {
  override name = 'BrokenTemplate'
}

/** Lua's own globals that are written like holes. */
const ownNames = new Set(['_G', '_VERSION'])

/**
 * Lua's comments, then its strings, then its names (reference manual, section 2.1): a name is a hole only where Lua
 * would read a name.
 */
const token =
  /(?<comment>--\[(?<c>=*)\[[\s\S]*?\]\k<c>\]|--[^\n]*)|(?<string>\[(?<s>=*)\[[\s\S]*?\]\k<s>\]|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*')|(?<name>[A-Za-z_]\w*)/g

/**
 * Takes a template apart once, so that filling it only joins: no value is ever searched for holes.
 *
 * @param offered the holes that this kind of script has values for.
 * @throws BrokenTemplate for a hole that is not offered, and for one within quotes.
 */
export function compileTemplate<H extends Hole>(text: string, offered: readonly H[]): Template<H> {
  const parts: string[] = []
  const holes: H[] = []
  let end = 0
  for (const { groups, 0: source, index } of text.matchAll(token)) {
    if (groups?.string !== undefined) {
      const quoted = offered.find((hole) => source.includes(hole))
      if (quoted) {
        throw broken(
          text,
          index,
          `${quoted} is within quotes, and becomes a whole Lua value: it must stand alone`,
        )
      }
    }
    if (groups?.name === undefined || ownNames.has(source) || !/^_[A-Z][A-Z_]*$/.test(source)) continue
    const hole = offered.find((name) => name === source)
    if (!hole) throw broken(text, index, `${source} is unknown here: there are ${offered.join(', ')}`)
    parts.push(text.slice(end, index))
    holes.push(hole)
    end = index + source.length
  }
  const rest = text.slice(end)
  return (values) => holes.map((hole, at) => `${parts[at]}${literalOf(hole, values)}`).join('') + rest
}

const literalOf = <H extends Hole>(hole: H, values: Pick<HoleValues, H>) => literals[hole](values[hole])

const broken = (text: string, index: number, problem: string) =>
  new BrokenTemplate(`line ${text.slice(0, index).split('\n').length}: ${problem}`)
