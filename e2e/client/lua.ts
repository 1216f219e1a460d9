import { readFile } from 'node:fs/promises'
import { Lua, LuaApi } from 'wasmoon-lua5.1'

/** A value in a script. An object or an enum item is given by its name (`Player`, `Enum.MembershipType.None`). */
export type LuaValue = string | number | boolean | null | { is: string }

/** An effect of a script: it called a method, set a property, connected to an event, printed, or failed in a thread. */
export interface Effect {
  kind: 'call' | 'set' | 'connect' | 'print' | 'error'
  /** Class of the object, such as `NetworkClient`. */
  target: string
  name: string
  /** Arguments of the call, the value set, or the text printed. Strings are the script's bytes, decoded as UTF-8. */
  values: LuaValue[]
}

/** A script in a client. Its main body has run; its threads and handlers are waiting. */
export interface RunningScript {
  /** Whether the main body ended without waiting. */
  ended: boolean
  /** The main body's return value; null when it returned nothing or waited. */
  returned: LuaValue
  /** Returns all effects so far, in order. */
  effects(): Effect[]
  /** Advances the client's clock without waiting, which wakes the script's threads. */
  advance(seconds: number): void
  /** Fires an event (`Players`, `PlayerAdded`). Class names among the arguments stand for objects of these classes. */
  fire(target: string, event: string, ...values: (string | number | boolean)[]): void
  /** Frees the interpreter. */
  close(): void
}

const machine = await readFile(new URL('./machine.lua', import.meta.url), 'utf8')
const dataModel = await readFile(new URL('./datamodel.lua', import.meta.url), 'utf8')

/**
 * Runs a script in a stock Lua 5.1 interpreter, inside a simulation of the client's DataModel.
 *
 * @param options `absent`: members that an older client lacks, such as `NetworkClient.PlayerConnect`; `pictures`: the
 * successive thumbnails, in base64
 * @throws Error with Lua's message when the script does not compile or its main body fails
 */
export async function runScript(
  script: string,
  { absent = [], pictures = [] }: { absent?: string[]; pictures?: string[] } = {},
): Promise<RunningScript> {
  const lua = await openLua()
  const absentSet = `{${absent.map((name) => `[${luaBytes(name)}]=true`).join()}}`
  lua.doStringSync(`machine = (function() ${machine} end)()`)
  lua.doStringSync(
    `machine.fire = (function(...) ${dataModel} end)(machine, ${absentSet}, {${pictures.map(luaBytes).join()}})`,
  )
  const drive = (call: string): unknown => lua.doStringSync(`return machine.${call}`)
  let ended: boolean
  try {
    ended = drive(`main(${luaBytes(script)})`) === true
  } catch (error) {
    lua.global.close()
    throw error
  }
  return {
    ended,
    returned: JSON.parse(String(drive('returned()')), textOfBytes) as LuaValue,
    effects: () => JSON.parse(String(drive('records()')), textOfBytes) as Effect[],
    advance: (seconds) => void drive(`advance(${seconds})`),
    fire: (target, event, ...values) => {
      const written = values.map((value) => (typeof value === 'string' ? luaBytes(value) : String(value)))
      drive(`fire(${[luaBytes(target), luaBytes(event), ...written].join()})`)
    },
    close: () => lua.global.close(),
  }
}

/** Returns the bytes of the strings that Lua expressions evaluate to in a stock Lua 5.1. */
export async function readStrings(expressions: string[]): Promise<Buffer[]> {
  const lua = await openLua()
  try {
    return expressions.map((expression) => {
      const hex = `(assert(loadstring(${luaBytes(`return ${expression}`)}))():gsub('.', function(c) return ('%02x'):format(c:byte()) end))`
      return Buffer.from(String(lua.doStringSync(`return ${hex}`)), 'hex')
    })
  } finally {
    lua.global.close()
  }
}

/** The compiled interpreter, which all states share. */
let interpreter: Promise<LuaApi> | undefined

async function openLua(): Promise<Lua> {
  interpreter ??= LuaApi.initialize()
  const lua = new Lua(await interpreter, { openStandardLibs: true, traceAllocations: false })
  const version: unknown = lua.doStringSync('return _VERSION')
  if (version !== 'Lua 5.1') throw new Error(`this is ${String(version)}, and the client has Lua 5.1`)
  return lua
}

/** Returns a Lua expression for a text with each byte escaped, so that any text passes unchanged. */
const luaBytes = (text: string): string =>
  `"${[...Buffer.from(text)].map((byte) => `\\${String(byte).padStart(3, '0')}`).join('')}"`

/** The simulation writes each byte as the character with that number. */
const textOfBytes = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? Buffer.from(value, 'latin1').toString() : value
