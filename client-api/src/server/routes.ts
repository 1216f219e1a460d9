import { Refused } from '@baseplate/platform/foundation/errors'
import { reportFromServer } from '@baseplate/platform/moderation/door'
import { categoryKeys, reportCategories } from '@baseplate/platform/moderation/reports/rules'
import { filterGameTexts } from '@baseplate/platform/operations/door'
import { removeByServer, requireServer, storeChat } from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { serverTicketOf } from '../credentials.ts'
import { textResponse } from '../replies.ts'
import type { ClientApi } from '../services.ts'
import { textsFor } from '../studio/texts.ts'

/** Bytes of a request of a game server. */
const maxBodyBytes = 256_000

/** Adds the endpoints with which game servers act for their game: docs/reference/client-protocol.md#calls-of-game-servers. */
export function addServerRoutes(api: ClientApi, platform: Platform): void {
  const limited = bodyLimit({ maxSize: maxBodyBytes, onError: () => textResponse('Too large', 413) })

  /** Kicks a player of the server's game or, with `days`, bans the player for that many days. 0 bans for ever. */
  api.post('/api/server/bans', limited, async (c) => {
    const server = await requireServer(platform, serverTicketOf(c))
    return c.json(await removeByServer(platform, server, await readJson(c)))
  })

  /** Filters texts of the game, such as lines of chat, as other players may read them. */
  api.post('/api/server/filter', limited, async (c) => {
    const { placeId } = await requireServer(platform, serverTicketOf(c))
    return c.json(await filterGameTexts(platform, `place ${placeId}`, await readJson(c)))
  })

  /** Lists the categories of reports, with their names in the language of the request. */
  api.get('/api/server/report-categories', async (c) => {
    await requireServer(platform, serverTicketOf(c))
    const texts = await textsFor(platform, c, undefined)
    return c.json(reportCategories.map((id) => ({ id, name: texts.format(categoryKeys[id]) })))
  })

  /** Stores the report of a player about another player of the server, with the chat around it. */
  api.post('/api/server/reports', limited, async (c) => {
    const server = await requireServer(platform, serverTicketOf(c))
    await reportFromServer(platform, server, await readJson(c))
    return new Response(null, { status: 204 })
  })

  /** Takes lines of chat: the number of the player, the text and the time. Returns how many are kept. */
  api.post('/api/server/chat', limited, async (c) => {
    const server = await requireServer(platform, serverTicketOf(c))
    return c.json(await storeChat(platform, server, await readJson(c)))
  })
}

/** @throws Refused `invalid`: the body is not JSON. */
const readJson = (c: Context): Promise<unknown> =>
  c.req.json<unknown>().catch(() => {
    throw new Refused('input.request_invalid')
  })
