import { setTimeout as delay } from 'node:timers/promises'
import type { Actor } from '@baseplate/platform/accounts/rules'
import { buyAsset } from '@baseplate/platform/catalog/buy'
import { parseConfig } from '@baseplate/platform/foundation/config/load'
import { Refused } from '@baseplate/platform/foundation/errors'
import { createGroup } from '@baseplate/platform/groups/create'
import { listPending } from '@baseplate/platform/payments/queries'
import { openPlatform } from '@baseplate/platform/platform'
import { reconcile } from '@baseplate/platform/upkeep/reconcile'
import { pino } from 'pino'

/** What a payment passes between a click and its answer. */
export type PayingPoint =
  /** Somebody asks what time it is: before the payment is noted, while it is, while it is granted. */
  | 'time'
  /** Noted, and about to be sent. */
  | 'sending'
  /** The ledger has answered, nothing of that is noted. */
  | 'answered'
  /** Granted, and the creator is about to be told. */
  | 'told'

/** Everything that the process is started with, as JSON. */
export interface Paying {
  dataDirectory: string
  economyUrl: string
  /** By how much its clock is ahead, in milliseconds. */
  ahead: number
  /** Where it kills itself, when it passes there for that time. */
  point: PayingPoint | 'none'
  passage: number
  buyers: Pick<Actor, 'id' | 'username'>[]
  /** What each buys, one after the other; half of the time they also make a group. Nothing: what was left is settled. */
  assets: number[]
}

const paying = JSON.parse(process.argv[2] ?? '') as Paying

let passages = paying.passage
let begun = false
function pass(point: PayingPoint): void {
  if (begun && point === paying.point && --passages === 0) process.kill(process.pid, 'SIGKILL')
}

const environment = { BASEPLATE_DATA: paying.dataDirectory, ECONOMY_URL: paying.economyUrl }
const config = parseConfig({}, environment, paying.dataDirectory)
const platform = await openPlatform(config, pino({ level: 'silent' }), () => {
  pass('time')
  return Date.now() + paying.ahead
})
const { economy, inbox } = platform
const [send, wake] = [economy.send, inbox.wake]
economy.send = async (...request) => {
  pass('sending')
  const answer = await send(...request)
  pass('answered')
  return answer
}
inbox.wake = (userId) => {
  pass('told')
  wake(userId)
}
begun = true

/** What is refused is no fault of this process. */
const attempt = async (what: string, act: () => Promise<unknown>) => {
  try {
    await act()
    process.stdout.write(`${what}\n`)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

await Promise.all(
  paying.buyers.map(async (buyer, number) => {
    const actor: Actor = { ...buyer, permissionLevel: 1, theme: null, standing: null }
    for (const [index, asset] of paying.assets.entries()) {
      // Half of them begin with a group.
      if ((index + number) % 2 === 0) {
        await attempt('a group', () => createGroup(platform, actor, { name: `${buyer.username} ${asset}` }))
      }
      await attempt(`${buyer.id} ${asset}`, () => buyAsset(platform, actor, asset, {}))
    }
  }),
)
if (paying.assets.length === 0) {
  // The platform's own job does it, from the start on.
  while ((await listPending(platform.db, Number.MAX_SAFE_INTEGER, 1)).length > 0) await delay(50)
  process.stdout.write(`${JSON.stringify(await reconcile(platform))}\n`)
}
await platform.close()
