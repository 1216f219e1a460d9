import type { ConfigInput } from '@baseplate/platform/config/schema'
import { updateServices } from '@baseplate/platform/places/services'
import { joinPlace } from '@baseplate/platform/places/sessions/join'
import { registerPerson } from '@baseplate/platform/testing/people'
import { makePlace, startClientApi } from './client-api.ts'

/** Starts the client API with a game that keeps data, and a player who is verified in its server. */
export async function startServedData(config: ConfigInput = {}) {
  const api = await startClientApi({ ...config, Players: { Verify: 'report' } })
  const { platform, ask } = api
  const { maker, id, serverTicket } = await makePlace(platform)
  await updateServices(platform, maker, { id, enabled: 'true' })
  const anna = await registerPerson(platform, 'Anna')
  const { ticket } = await joinPlace(platform, anna, { id })
  const script = await (await ask(`/game/join?ticket=${ticket}`)).text()
  const number = Number(/userId, username, membership = (\d+)/.exec(script)?.[1])
  const key = /session=(\w+)/.exec(script)?.[1] ?? ''
  await ask(`/game/verify?ticket=${serverTicket}&id=${number}&name=Anna&session=${key}`)
  /** Sends a request of the game server for a path below the address of its data. */
  const send = async (method: string, path: string, { body, ...headers }: Record<string, string> = {}) => {
    const response = await ask(`/api/server/data/${path}`, {
      method,
      headers: { AccessKey: serverTicket, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { ...api, maker, id, serverTicket, anna, number, send }
}
