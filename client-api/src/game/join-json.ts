import { randomUUID } from 'node:crypto'
import type { Scripts } from '../scripts/load.ts'
import type { ClientServices } from '../services.ts'
import { jobIdOf } from './job-id.ts'

/** The values of the variables of a join script. */
export type JoinValues = Parameters<Scripts['join']>[0]

/** Seconds between two heartbeats of a client. The built-in Lua script has the same. */
const pingSeconds = 15

/** Returns the join script as JSON: docs/reference/client-protocol.md#json-join-script. */
export async function jsonJoinScript(
  { platform, signing }: Pick<ClientServices, 'platform' | 'signing'>,
  values: JoinValues,
): Promise<string> {
  const gameId = jobIdOf(values._PLACE_ID)
  return JSON.stringify({
    ClientPort: 0,
    MachineAddress: values._SERVER_ADDRESS,
    ServerPort: values._SERVER_PORT,
    PingUrl: values._PING_URL,
    PingInterval: pingSeconds,
    UserName: values._USERNAME,
    SeleniumTestMode: false,
    UserId: values._USER_ID,
    SuperSafeChat: false,
    CharacterAppearance: values._CHAR_APPEARANCE,
    ClientTicket: await clientTicket(signing, values, gameId, platform.now()),
    GameId: gameId,
    PlaceId: values._PLACE_ID,
    MeasurementUrl: '',
    WaitingForCharacterGuid: randomUUID(),
    BaseUrl: `${values._BASE_URL}/`,
    ChatStyle: 'ClassicAndBubble',
    VendorId: 0,
    ScreenShotInfo: '',
    VideoInfo: '',
    CreatorId: 0,
    CreatorTypeEnum: 'User',
    MembershipType: values._MEMBERSHIP_TYPE,
    AccountAge: 0,
    CookieStoreEnabled: false,
    GenerateTeleportJoin: false,
    IsUnknownOrUnder13: false,
    SessionId: randomUUID(),
    DataCenterId: 0,
    UniverseId: values._PLACE_ID,
    BrowserTrackerId: 0,
  })
}

/** Returns the text with which a client proves to a game server who it is: docs/reference/client-protocol.md#client-ticket. */
async function clientTicket(
  signing: ClientServices['signing'],
  { _USER_ID: id, _USERNAME: name, _CHAR_APPEARANCE: appearance }: JoinValues,
  gameId: string,
  now: number,
): Promise<string> {
  const time = writtenTime(now)
  const [whole, short] = await Promise.all([
    signing.signatureOf([id, name, appearance, gameId, time].join('\n')),
    signing.signatureOf([id, gameId, time].join('\n')),
  ])
  return `${time};${whole};${short}`
}

/** Writes a time in UTC such as `11/30/2026 6:47:31 AM`. */
function writtenTime(now: number): string {
  const date = new Date(now)
  const hours = date.getUTCHours()
  const clock = [hours % 12 || 12, twoDigits(date.getUTCMinutes()), twoDigits(date.getUTCSeconds())].join(':')
  const day = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCFullYear()].join('/')
  return `${day} ${clock} ${hours < 12 ? 'AM' : 'PM'}`
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
