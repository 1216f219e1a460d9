import { type Effect, type LuaValue, runScript } from './lua.ts'
import { openSigned, type Verifying } from './signature.ts'

/** The effects of a host script on the game server: the place it loaded and its port. */
export interface HostValues {
  /** Base address of the assets. */
  assetBaseUrl: LuaValue
  placeId: LuaValue
  /** Empty when it loaded no place. */
  mapLocation: LuaValue
  port: LuaValue
  /** Empty when it reports no presence. */
  presenceUrl: LuaValue
}

/**
 * Hosts as a game server does: verifies the script of a signed response and runs it to its end.
 *
 * @throws Error when the script is unsigned, waits or fails
 */
export async function host(response: string, verifying: Verifying): Promise<HostValues> {
  const run = await runScript(openSigned(response, verifying))
  // The first presence report runs in a thread.
  run.advance(0)
  const effects = run.effects()
  run.close()
  if (!run.ended) throw new Error('the script waits, and never listens')
  return hostValuesOf(effects)
}

/** Reads the values that a host script set from its effects. @throws Error when one of them failed */
export function hostValuesOf(effects: Effect[]): HostValues {
  const failed = effects.find(({ kind }) => kind === 'error')
  if (failed) throw new Error(`a thread of the script failed: ${failed.values.join()}`)
  return {
    assetBaseUrl: sent(effects, 'ContentProvider', 'SetBaseUrl'),
    placeId: sent(effects, 'DataModel', 'SetPlaceID'),
    mapLocation: sent(effects, 'DataModel', 'Load') ?? '',
    port: sent(effects, 'NetworkServer', 'Start') ?? null,
    presenceUrl: sent(effects, 'DataModel', 'HttpGet') ?? '',
  }
}

/** Returns the first argument of the first call of a method. */
const sent = (effects: Effect[], target: string, name: string): LuaValue =>
  effects.find((effect) => effect.kind === 'call' && effect.target === target && effect.name === name)
    ?.values[0] ?? null
