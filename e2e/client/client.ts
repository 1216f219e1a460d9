import { type Appearance, loadAppearance } from './appearance.ts'
import { type Deed, type LuaValue, runScript } from './lua.ts'
import { openSigned, type Verifying } from './signature.ts'

/** What a join script did to the client: whom it made of the player, and where it connected. */
export interface JoinValues {
  placeId: number
  serverAddress: string
  serverPort: number
  userId: number
  username: string
  /** `Enum.MembershipType.None` and so on. */
  membership: string
  /** Empty: none. */
  appearanceUrl: string
  /** Empty: the script told the client not to ping. */
  pingUrl: string
  pingSeconds: number
}

export interface Playing extends JoinValues {
  /** Sends one presence ping, as the client does every `pingSeconds`. @throws Error when it is not answered `OK`. */
  ping(): Promise<void>
  /** Loads what the player looks like, for whoever sees it. @throws Error when something of it is refused. */
  appearance(): Promise<Appearance>
  /** Closes the client: it pings no more. */
  leave(): void
}

export interface ClientBuild extends Verifying {
  /** As in the User-Agent `Client/WinInet`. */
  brand?: string
}

/**
 * Joins as a game client does: fetches the join script from the legacy path, verifies and runs it.
 *
 * @param ticket none: the local test script.
 * @throws Error with status and body when the script is refused; when it is not signed; when it fails.
 */
export async function join(baseUrl: string, build: ClientBuild, ticket?: string): Promise<Playing> {
  const query = ticket === undefined ? '' : `?ticket=${encodeURIComponent(ticket)}`
  const userAgent = `${build.brand ?? 'Client'}/WinInet`
  const script = openSigned(await fetchText(`${baseUrl}/Game/Join.ashx${query}`, userAgent), build)
  const run = await runScript(script)
  const values = joinValuesOf(run.deeds())
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

/** Reads a join script's values from what it did, as the client would have them. */
export function joinValuesOf(deeds: Deed[]): JoinValues {
  const [userId, address, port] = valuesOf(deeds, 'call', 'NetworkClient', 'PlayerConnect')
  const [placeId] = valuesOf(deeds, 'call', 'DataModel', 'SetPlaceID')
  const [username] = valuesOf(deeds, 'set', 'Player', 'Name')
  const [appearanceUrl] = valuesOf(deeds, 'set', 'Player', 'CharacterAppearance')
  const [membership] = valuesOf(deeds, 'call', 'Player', 'SetMembershipType')
  const [pingUrl, pingSeconds] = valuesOf(deeds, 'call', 'Visit', 'SetPing')
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

/** Values of the last such deed; none when there was none. */
const valuesOf = (deeds: Deed[], kind: Deed['kind'], target: string, name: string): LuaValue[] =>
  deeds.findLast((deed) => deed.kind === kind && deed.target === target && deed.name === name)?.values ?? []
