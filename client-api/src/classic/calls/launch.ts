import { findByNumber } from '@baseplate/platform/accounts/door'
import { parsePlayerNumber } from '@baseplate/platform/accounts/numbers/rules'
import type { Actor } from '@baseplate/platform/accounts/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import { viewStates } from '@baseplate/platform/people/door'
import { type GameRequest, parsePlaceId, requestGame } from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'
import { issueClientTicket } from '@baseplate/platform/sign-in/door'
import { requireSession, type Session } from '../../credentials.ts'
import { jobIdOf, placeOfJob } from '../../game/job-id.ts'
import { addressOf, type ClientServices } from '../../services.ts'
import { type ClassicCall, type ClassicContext, getOrPost } from '../call.ts'
import { forPrograms } from '../for-programs.ts'
import { type LaunchStatus, launchStatus, statusOfRefusal } from '../launch-status.ts'
import { parameterOf } from '../parameters.ts'
import { negotiateUrl } from './sign-in.ts'

/** Calls with which clients ask for a game. */
export const launchCalls: readonly ClassicCall[] = [
  {
    paths: ['/game/placelauncher.ashx'],
    methods: getOrPost,
    credential: 'session',
    source: 'servers',
    respond: forPrograms(launch),
  },
]

/** The response of the launcher. Clients expect all fields. */
interface Launch {
  jobId: string | null
  status: LaunchStatus
  joinScriptUrl: string | null
  authenticationUrl: string | null
  authenticationTicket: string | null
  message: string | null
}

/** Sets the order of the fields. */
const nothing: Launch = {
  jobId: null,
  status: launchStatus.error,
  joinScriptUrl: null,
  authenticationUrl: null,
  authenticationTicket: null,
  message: null,
}

/** The place that a client asks for. */
interface Wanted {
  placeId: number
  /** The code of a private place. */
  privateTicket?: string | undefined
  /** Only a server that is running. */
  running: boolean
}

/** Leads a client into a game: docs/reference/client-protocol.md#place-launcher. */
async function launch({ platform }: ClientServices, c: ClassicContext): Promise<Response> {
  const code = (await parameterOf(c, 'linkcode')) ?? (await parameterOf(c, 'accesscode'))
  try {
    const session = await requireSession(platform, c)
    const wanted = await wantedBy(platform, session.actor, c)
    if (typeof wanted === 'number') return answer({ status: wanted })
    return answer(
      await request(platform, session, { ...wanted, privateTicket: code }, addressOf(c.env.incoming)),
    )
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const status = statusOfRefusal(error.problem.code, code !== undefined)
    return answer({ status, message: error.message })
  }
}

/** Returns the place that a client asks for, or the status of a request that names none. */
async function wantedBy(
  platform: Platform,
  viewer: Actor,
  c: ClassicContext,
): Promise<Wanted | LaunchStatus> {
  switch ((await parameterOf(c, 'request'))?.toLowerCase()) {
    case 'requestgame':
    case 'requestprivategame': {
      const placeId = parsePlaceId((await parameterOf(c, 'placeid')) ?? '')
      return placeId === undefined ? launchStatus.error : { placeId, running: false }
    }
    case 'requestgamejob':
    case 'checkgamejobstatus': {
      const jobId = (await parameterOf(c, 'jobid')) ?? (await parameterOf(c, 'gameid'))
      const placeId = placeOfJob(jobId)
      return placeId === undefined ? launchStatus.ended : { placeId, running: true }
    }
    case 'requestfollowuser': {
      const followed = parsePlayerNumber(await parameterOf(c, 'userid'))
      const placeId = followed === undefined ? undefined : await placeOfPlayer(platform, viewer, followed)
      return placeId === undefined ? launchStatus.followedLeft : { placeId, running: true }
    }
    default:
      return launchStatus.error
  }
}

/** Returns the place that a player is in, if the viewer may join them there. */
async function placeOfPlayer(platform: Platform, viewer: Actor, number: number): Promise<number | undefined> {
  const player = await findByNumber(platform.db, number)
  if (!player) return undefined
  const { playing, joinable } = (await viewStates(platform, viewer, [player.id]))(player.id)
  return joinable ? playing?.id : undefined
}

async function request(
  platform: Platform,
  { actor, token }: Session,
  { placeId: id, privateTicket, running }: Wanted,
  address: string,
): Promise<Pick<Launch, 'status'> & Partial<Launch>> {
  const outcome = await requestGame(platform, actor, { id, privateTicket, running }, { address })
  const jobId = jobIdOf(id)
  if (outcome.state !== 'ready') return { jobId, ...unready(outcome) }
  return {
    jobId,
    status: launchStatus.join,
    joinScriptUrl: `${platform.config.baseUrl}/Game/Join.ashx?ticket=${outcome.ticket}`,
    authenticationUrl: negotiateUrl(platform),
    authenticationTicket: await issueClientTicket(platform, actor, token),
  }
}

function unready(outcome: Exclude<GameRequest, { state: 'ready' }>) {
  switch (outcome.state) {
    case 'starting':
      return { status: launchStatus.waiting, message: 'The game server is starting' }
    case 'waiting':
      return {
        status: launchStatus.loading,
        message: `The game is full. Position in line: ${outcome.position}`,
      }
    case 'ended':
      return { status: launchStatus.ended, message: 'The game server has stopped' }
  }
}

const answer = (launched: Pick<Launch, 'status'> & Partial<Launch>): Response =>
  Response.json({ ...nothing, ...launched }, { headers: { 'Cache-Control': 'no-store' } })
