import { setTimeout as delay } from 'node:timers/promises'
import { password } from './world.ts'

/** As the scripts tell clients and game servers. */
export const pingEveryMs = 15_000

export interface Place {
  id: number
  slug: string
}

/** The games that people play: the first page of those that are liked best. */
export async function listPlaces(baseUrl: string): Promise<Place[]> {
  const response = await fetch(`${baseUrl}/games?sort=rated`, { headers: { accept: 'application/json' } })
  const { places } = (await response.json()) as { places: Place[] }
  return places
}

/** Answers the cookie of a new session. */
export async function signIn(baseUrl: string, username: string): Promise<string> {
  const response = await fetch(`${baseUrl}/login`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ username, password }),
    redirect: 'manual',
  })
  const [cookie] = response.headers.getSetCookie()
  if (!cookie) throw new Error(`${username} cannot sign in: ${response.status}`)
  return cookie.split(';')[0] ?? ''
}

/** Asks as a game client or a game server does. */
export async function client(url: string): Promise<Response> {
  const response = await fetch(url, { headers: { 'user-agent': 'Client/WinInet' } })
  if (!response.ok) throw new Error(`${url} was answered ${response.status}`)
  return response
}

/** Ends early, and quietly, when everything ends. */
export const rest = (ms: number, signal: AbortSignal) =>
  delay(ms, undefined, { signal }).catch(() => undefined)
