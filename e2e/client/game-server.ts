import { type Deed, type LuaValue, runScript } from './lua.ts'
import { openSigned, type Verifying } from './signature.ts'

/** What a host script did to the game server: what it loaded, and where it listens. */
export interface HostValues {
  /** Where it takes assets from. */
  assetBaseUrl: LuaValue
  placeId: LuaValue
  /** Empty: it loaded no place. */
  mapLocation: LuaValue
  port: LuaValue
  /** Empty: it told nobody that it runs. */
  presenceUrl: LuaValue
}

/**
 * Hosts as a game server does: verifies the script of a signed response and runs it to its end.
 *
 * @throws Error when it is not signed, does not end or fails.
 */
export async function host(response: string, verifying: Verifying): Promise<HostValues> {
  const run = await runScript(openSigned(response, verifying))
  // Its first presence is a thread of its own.
  run.advance(0)
  const deeds = run.deeds()
  run.close()
  if (!run.ended) throw new Error('the script waits, and never listens')
  return hostValuesOf(deeds)
}

/**
 * Reads a host script's values from what it did.
 *
 * @throws Error when something in it failed.
 */
export function hostValuesOf(deeds: Deed[]): HostValues {
  const failed = deeds.find(({ kind }) => kind === 'error')
  if (failed) throw new Error(`a thread of the script failed: ${failed.values.join()}`)
  return {
    assetBaseUrl: sent(deeds, 'ContentProvider', 'SetBaseUrl'),
    placeId: sent(deeds, 'DataModel', 'SetPlaceID'),
    mapLocation: sent(deeds, 'DataModel', 'Load') ?? '',
    port: sent(deeds, 'NetworkServer', 'Start') ?? null,
    presenceUrl: sent(deeds, 'DataModel', 'HttpGet') ?? '',
  }
}

/** First argument of the first such call. */
const sent = (deeds: Deed[], target: string, name: string): LuaValue =>
  deeds.find((deed) => deed.kind === 'call' && deed.target === target && deed.name === name)?.values[0] ??
  null
