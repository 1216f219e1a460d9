import { type Appearance, loadAppearance } from './appearance.ts'
import { type Effect, type LuaValue, runScript } from './lua.ts'
import { openSigned, type Verifying } from './signature.ts'

/** The effects of a join script on the client: the player's identity and the connection. */
export interface JoinValues {
  placeId: number
  serverAddress: string
  serverPort: number
  userId: number
  username: string
  /** `Enum.MembershipType.None` and so on. */
  membership: string
  /** Empty when there is none. */
  appearanceUrl: string
  /** Empty when the script told the client not to ping. */
  pingUrl: string
  pingSeconds: number
}

export interface Playing extends JoinValues {
  /** Sends one presence ping, as the client does every `pingSeconds`. @throws Error when the response is not `OK` */
  ping(): Promise<void>
  /** Loads the player's character, as other clients in the game do. @throws Error when a request is refused */
  appearance(): Promise<Appearance>
  /** Closes the client, which stops its pings. */
  leave(): void
}

export interface ClientBuild extends Verifying {
  /** The brand in the User-Agent, as in `Client/WinInet`. */
  brand?: string
}

/**
 * Joins as a game client does: fetches the join script from the legacy path, verifies and runs it.
 *
 * @param ticket without one, the local test script is fetched
 * @throws Error with status and body when the script is refused, and when it is unsigned or fails
 */
export async function join(baseUrl: string, build: ClientBuild, ticket?: string): Promise<Playing> {
  const query = ticket === undefined ? '' : `?ticket=${encodeURIComponent(ticket)}`
  const userAgent = `${build.brand ?? 'Client'}/WinInet`
  const script = openSigned(await fetchText(`${baseUrl}/Game/Join.ashx${query}`, userAgent), build)
  const run = await runScript(script)
  const values = joinValuesOf(run.effects())
  run.close()
  let here = true
  return {
    ...values,
    async ping() {
      if (!here || values.pingUrl === '') return
      const answer = await fetchText(values.pingUrl, userAgent)
      if (answer !== 'OK') throw new Error(`the ping was answered ${JSON.stringify(answer)}`)
    },
    appearance: () => loadAppearance(values.appearanceUrl, build.brand),
    leave() {
      here = false
    },
  }
}

async function fetchText(url: string, userAgent: string): Promise<string> {
  const response = await fetch(url, { headers: { 'User-Agent': userAgent } })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
  return text
}

/** Reads the values that a join script set from its effects. */
export function joinValuesOf(effects: Effect[]): JoinValues {
  const [userId, address, port] = valuesOf(effects, 'call', 'NetworkClient', 'PlayerConnect')
  const [placeId] = valuesOf(effects, 'call', 'DataModel', 'SetPlaceID')
  const [username] = valuesOf(effects, 'set', 'Player', 'Name')
  const [appearanceUrl] = valuesOf(effects, 'set', 'Player', 'CharacterAppearance')
  const [membership] = valuesOf(effects, 'call', 'Player', 'SetMembershipType')
  const [pingUrl, pingSeconds] = valuesOf(effects, 'call', 'Visit', 'SetPing')
  return {
    placeId: Number(placeId),
    serverAddress: String(address),
    serverPort: Number(port),
    userId: Number(userId),
    username: String(username),
    membership: typeof membership === 'object' && membership ? membership.is : '',
    appearanceUrl: String(appearanceUrl),
    pingUrl: pingUrl === undefined ? '' : String(pingUrl),
    pingSeconds: Number(pingSeconds ?? 0),
  }
}

/** Returns the values of the last matching effect, or none. */
const valuesOf = (effects: Effect[], kind: Effect['kind'], target: string, name: string): LuaValue[] =>
  effects.findLast((effect) => effect.kind === kind && effect.target === target && effect.name === name)
    ?.values ?? []
