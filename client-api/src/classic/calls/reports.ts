import { Refused } from '@baseplate/platform/foundation/errors'
import { reportFromGame } from '@baseplate/platform/moderation/door'
import { requireServer } from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'
import { requireActor, serverTicketOf } from '../../credentials.ts'
import { readBody } from '../../read-body.ts'
import { textResponse } from '../../replies.ts'
import type { ClassicCall, ClassicContext } from '../call.ts'
import { chatReportOf } from '../chat-report.ts'

/** Bytes of a report. */
const maxReportBytes = 1_048_576

/** Reports of players from inside games. */
export const reportCalls: readonly ClassicCall[] = [
  {
    paths: ['/abusereport/ingamechathandler.ashx', '/abusereport/ingamechat.aspx'],
    methods: ['POST'],
    credential: 'server',
    source: 'scripts',
    respond: async ({ platform }, c) => {
      const body = await readBody(c.env.incoming, maxReportBytes, () => new Refused('requests.too_large'))
      const report = await chatReportOf(body)
      await reportFromGame(platform, await senderOf(platform, c), report)
      // Servers show nothing of the response, and players must not learn from it whom a report has reached.
      return textResponse('')
    },
  },
]

/** Returns the game server or, without a ticket, the user of the session. @throws Refused as `requireServer` and `requireActor` */
async function senderOf(platform: Platform, c: ClassicContext) {
  const ticket = serverTicketOf(c)
  return ticket === undefined
    ? { actor: await requireActor(platform, c) }
    : { server: await requireServer(platform, ticket) }
}
