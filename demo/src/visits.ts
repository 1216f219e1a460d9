import { setTimeout as delay } from 'node:timers/promises'
import { password } from './world.ts'

/** The ping interval that the scripts give to clients and game servers. */
export const pingEveryMs = 15_000

export interface Place {
  id: number
  slug: string
  name: string
}

/** Returns the places on the first page of the best rated. */
export async function listPlaces(baseUrl: string): Promise<Place[]> {
  const response = await fetch(`${baseUrl}/games?sort=rated`, { headers: { accept: 'application/json' } })
  const { places } = (await response.json()) as { places: Place[] }
  return places
}

/** Signs in and returns the session cookie. */
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

/** Sends a request like a game client or game server. */
export async function client(url: string): Promise<Response> {
  const response = await fetch(url, { headers: { 'user-agent': 'Client/WinInet' } })
  if (!response.ok) throw new Error(`${url} returned ${response.status}`)
  return response
}

/** Resolves early, without an error, when the signal aborts. */
export const pause = (ms: number, signal: AbortSignal) =>
  delay(ms, undefined, { signal }).catch(() => undefined)
