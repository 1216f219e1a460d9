import { endSession, issueClientTicket, spendClientTicket } from '@baseplate/platform/sign-in/door'
import { actorOf, requireSession, sessionOf } from '../../credentials.ts'
import { textResponse } from '../../replies.ts'
import { addressOf, type ClientServices } from '../../services.ts'
import { sessionCookies } from '../../session-cookie.ts'
import { type ClassicCall, type ClassicContext, getOrPost } from '../call.ts'
import { forPrograms, isOfAnotherSite } from '../for-programs.ts'
import { parameterOf } from '../parameters.ts'

/** Calls with which clients and studios sign in and out. */
export const signInCalls: readonly ClassicCall[] = [
  {
    paths: ['/login/requestauth.ashx'],
    methods: getOrPost,
    credential: 'session',
    source: 'servers',
    respond: forPrograms(async ({ platform }, c) =>
      secretText(`${negotiateUrl(platform)}?suggest=${await issueTicket(platform, c)}`),
    ),
  },
  {
    paths: ['/game-auth/getauthticket', '/game/getauthticket'],
    methods: getOrPost,
    credential: 'session',
    source: 'servers',
    respond: forPrograms(async ({ platform }, c) => secretText(await issueTicket(platform, c))),
  },
  {
    paths: ['/login/negotiate.ashx', '/login/negotiateasync.ashx'],
    methods: getOrPost,
    credential: 'ticket',
    source: 'servers',
    respond: forPrograms(negotiate),
  },
  {
    paths: ['/game/logout.aspx'],
    methods: getOrPost,
    credential: 'session',
    source: 'servers',
    respond: signOut,
  },
]

/** Returns the address at which clients spend their tickets. */
export const negotiateUrl = ({ config }: Pick<ClientServices['platform'], 'config'>): string =>
  `${config.baseUrl}/Login/Negotiate.ashx`

const deviceOf = (c: ClassicContext) => ({
  userAgent: c.req.header('User-Agent') ?? '',
  address: addressOf(c.env.incoming),
})

async function issueTicket(platform: ClientServices['platform'], c: ClassicContext): Promise<string> {
  const { actor, token } = await requireSession(platform, c)
  return issueClientTicket(platform, actor, token)
}

/** Signs a client in. Without a valid ticket, a client keeps the session that it has. @throws Refused as `spendClientTicket` */
async function negotiate({ platform }: ClientServices, c: ClassicContext): Promise<Response> {
  const current = await actorOf(platform, c)
  const ticket = (await parameterOf(c, 'suggest')) ?? ''
  const token = await spendClientTicket(platform, ticket, deviceOf(c), current?.id)
  return withCookies(secretText('true'), token === undefined ? [] : sessionCookies(platform.config, token))
}

/** Ends the session of a studio. A page of another site cannot end it. */
async function signOut({ platform }: ClientServices, c: ClassicContext): Promise<Response> {
  const session = isOfAnotherSite(c.req) || c.req.method === 'HEAD' ? undefined : await sessionOf(platform, c)
  if (session) await endSession(platform, session.token)
  const response = textResponse('', 302, { Location: `${platform.config.baseUrl}/IDE/Landing.aspx` })
  return withCookies(response, session ? sessionCookies(platform.config, '') : [])
}

const secretText = (text: string) => textResponse(text, 200, { 'Cache-Control': 'no-store' })

function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}
