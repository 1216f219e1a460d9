import { readFile } from 'node:fs/promises'
import { Lua, LuaApi } from 'wasmoon-lua5.1'

/** A value in a script. An object or an enum item is given by its name (`Player`, `Enum.MembershipType.None`). */
export type LuaValue = string | number | boolean | null | { is: string }

/** An effect of a script: it called a method, set a property, connected to an event, printed, failed in a thread, or removed a player. */
export interface Effect {
  kind: 'call' | 'set' | 'connect' | 'print' | 'error' | 'removed'
  /** Class of the object, such as `NetworkClient`; the name of a player who is removed. */
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
  /** Connects a player to the game server, as its client describes itself. */
  connect(player: { userId: number; name: string; appearance: string }): void
  /** Changes the name of a connected player, as clients may do. */
  rename(userId: number, name: string): void
  /** Disconnects a player. */
  disconnect(userId: number): void
  /** Frees the interpreter. */
  close(): void
}

/** Sends a request of a script and waits for the response. A status of 0: the site cannot be reached. */
export type Send = (method: string, url: string, body: string) => { status: number; body: string }

const machine = await readFile(new URL('./machine.lua', import.meta.url), 'utf8')
const dataModel = await readFile(new URL('./datamodel.lua', import.meta.url), 'utf8')

/**
 * Runs a script in a stock Lua 5.1 interpreter, inside a simulation of the client's DataModel.
 *
 * @param options `absent`: members that an older client lacks, such as `NetworkClient.PlayerConnect`; `pictures`: the
 * successive thumbnails, in base64; `request`: sends the requests of the script, which by default are all answered with `OK`
 * @throws Error with Lua's message when the script does not compile or its main body fails
 */
export async function runScript(
  script: string,
  {
    absent = [],
    pictures = [],
    request = () => ({ status: 200, body: 'OK' }),
  }: { absent?: string[]; pictures?: string[]; request?: Send } = {},
): Promise<RunningScript> {
  const lua = await openLua()
  const absentSet = `{${absent.map((name) => `[${luaBytes(name)}]=true`).join()}}`
  lua.doStringSync(`machine = (function() ${machine} end)()`)
  lua.global.set('request', (...asked: Parameters<Send>) => {
    const { status, body } = request(...asked)
    return `${status}\n${body}`
  })
  lua.doStringSync(
    `machine.fire = (function(...) ${dataModel} end)(machine, ${absentSet}, {${pictures.map(luaBytes).join()}}, request)`,
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
    connect: ({ userId, name, appearance }) =>
      void drive(`connect(${userId}, ${luaBytes(name)}, ${luaBytes(appearance)})`),
    rename: (userId, name) => void drive(`rename(${userId}, ${luaBytes(name)})`),
    disconnect: (userId) => void drive(`disconnect(${userId})`),
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
