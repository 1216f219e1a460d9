import type { Actor } from '@baseplate/platform/accounts/rules'
import { verifyPlayer } from '@baseplate/platform/places/players/verify'
import { redeemTicket } from '@baseplate/platform/places/servers/redeem'
import { updateServices } from '@baseplate/platform/places/services'
import { joinPlace } from '@baseplate/platform/places/sessions/join'
import { viewPlaceSettings } from '@baseplate/platform/places/settings'
import { registerPerson } from '@baseplate/platform/testing/people'
import { createPublishedPlace } from '@baseplate/platform/testing/published-place'
import { startClientApi } from '../../testing/client-api.ts'

/** Starts the client API with a game that keeps data, a second one that shares its world, and one without services. */
export async function startDataServer() {
  const api = await startClientApi({ Gameservers: { Hosting: 'Selfhosted' }, Data: { ValueBytes: 100_000 } })
  const { platform } = api
  const maker = await registerPerson(platform, 'Maker')
  const anna = await registerPerson(platform, 'Anna')
  const placeOf = async (name: string) => {
    const { id } = await createPublishedPlace(platform, maker, { name })
    return { id, ticket: (await viewPlaceSettings(platform, maker, { id })).serverTicket }
  }
  const [place, second, foreign, plain] = [
    await placeOf('A place'),
    await placeOf('A second place'),
    await placeOf('A world of its own'),
    await placeOf('A place without services'),
  ]
  for (const { id } of [place, second, foreign])
    await updateServices(platform, maker, { id, enabled: 'true' })
  await updateServices(platform, maker, { id: second.id, enabled: 'true', root: String(place.id) })
  /** Brings a player into the server of a place. Returns the number. */
  const enter = async (actor: Actor, at = place): Promise<number> => {
    const { ticket } = await joinPlace(platform, actor, { id: at.id })
    const player = await redeemTicket(platform, ticket, undefined)
    await verifyPlayer(platform, at.ticket, player)
    return player.number
  }
  /** Sends a call of a server. A body makes it a POST. */
  const send = async (path: string, { body, headers, at = place }: Sending = {}) => {
    const url = `${path}${path.includes('?') ? '&' : '?'}ticket=${at.ticket}`
    const response = await api.ask(url, {
      headers: headers ?? {},
      ...(body !== undefined && { method: 'POST', body }),
    })
    return `${response.status} ${await response.text()}`
  }
  return { ...api, maker, anna, place, second, foreign, plain, enter, send }
}

export type Body = string | URLSearchParams | Buffer<ArrayBuffer>

interface Sending {
  body?: Body
  headers?: Record<string, string>
  at?: { ticket: string }
}
