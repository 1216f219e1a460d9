import { filterGameText } from '@baseplate/platform/operations/door'
import { requireServer } from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'
import { requireActor, serverTicketOf } from '../../credentials.ts'
import { textResponse } from '../../replies.ts'
import type { ClassicCall, ClassicContext } from '../call.ts'
import { fieldsOf, readText } from '../fields.ts'
import { jsonResponse } from '../replies.ts'

/** The platform's text filter, for game servers and for players with a session. */
export const textCalls: readonly ClassicCall[] = [
  {
    paths: ['/game/chatfilter.ashx'],
    methods: ['POST'],
    credential: 'server',
    source: 'scripts',
    respond: async ({ platform }, c) => {
      const text = await readText(c)
      return textResponse((await filtered(platform, c, text)) === text ? 'True' : 'False')
    },
  },
  {
    paths: ['/moderation/filtertext'],
    methods: ['POST'],
    credential: 'server',
    source: 'servers',
    respond: async ({ platform }, c) => {
      const text = await filtered(platform, c, (await fieldsOf(c)).get('text') ?? '')
      return jsonResponse({ data: { white: text, black: text } })
    },
  },
  {
    paths: ['/moderation/v2/filtertext'],
    methods: ['POST'],
    credential: 'server',
    source: 'servers',
    respond: async ({ platform }, c) => {
      const text = await filtered(platform, c, (await fieldsOf(c)).get('text') ?? '')
      return jsonResponse({ success: true, data: { AgeUnder13: text, Age13OrOver: text } })
    },
  },
]

/** Returns a text as other players may read it. Players of all ages read the same. */
const filtered = async (platform: Platform, c: ClassicContext, text: string): Promise<string> =>
  filterGameText(platform, await callerOf(platform, c), text)

/** Names the caller for the limit. @throws Refused as `requireServer`, or without a ticket as `requireActor` */
async function callerOf(platform: Platform, c: ClassicContext): Promise<string> {
  const ticket = serverTicketOf(c)
  if (ticket === undefined) return `user ${(await requireActor(platform, c)).id}`
  return `place ${(await requireServer(platform, ticket)).placeId}`
}
