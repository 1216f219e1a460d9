import { setTimeout as delay } from 'node:timers/promises'
import { type Actor, operator as commandLine } from '@baseplate/platform/accounts/rules'
import { replaceFile } from '@baseplate/platform/assets/creating/replace-file'
import { sweepAssetFiles, sweepCreations } from '@baseplate/platform/assets/creating/sweep'
import { publish } from '@baseplate/platform/assets/drafts/publish'
import { buyAsset } from '@baseplate/platform/assets/ownership/buy'
import { parseConfig } from '@baseplate/platform/config/load'
import { Refused } from '@baseplate/platform/foundation/errors'
import { listPending } from '@baseplate/platform/money/payments/queries'
import { confirmMint } from '@baseplate/platform/money/treasury/confirm-mint'
import { prepareMint } from '@baseplate/platform/money/treasury/prepare-mint'
import { type MintView, viewMint } from '@baseplate/platform/money/treasury/view-mint'
import { reconcile } from '@baseplate/platform/operations/reconciliation/reconcile'
import { createGroup } from '@baseplate/platform/people/groups/create'
import { openPlatform } from '@baseplate/platform/platform'
import { pino } from 'pino'
import sharp from 'sharp'

/** Steps of a payment between a click and its response. */
export type PayingPoint =
  /** The clock is read: before the payment is recorded, meanwhile, and while the purchase is granted. */
  | 'time'
  /** The payment is recorded and about to be sent. */
  | 'sending'
  /** The ledger has responded, and the response is not recorded yet. */
  | 'answered'
  /** The purchase is granted, and its notifications are about to be sent. */
  | 'notified'
  /** The file of a new asset is about to be stored or removed. */
  | 'changing file'
  /** The file is stored or removed. */
  | 'changed file'

/** The process's whole input, as JSON. */
export interface Paying {
  dataDirectory: string
  economyUrl: string
  /** Milliseconds by which its clock is ahead. */
  ahead: number
  /** The process kills itself when it reaches this step for the given time. */
  point: PayingPoint | 'none'
  passage: number
  buyers: Pick<Actor, 'id' | 'username'>[]
  /**
   * Items that each buyer buys, one after another, besides a group, a T-shirt or a mint. When empty, the process
   * settles the open payments of earlier ones.
   */
  assets: number[]
  /** Items bought in the previous life, whose T-shirt forms are sent again. */
  before: number[]
  /** A user of level 3, who replaces files of an asset. */
  maker: Pick<Actor, 'id' | 'username'>
  /** A user of level 5, who mints. */
  operator: Pick<Actor, 'id' | 'username'>
  /** Units of each mint, as typed. */
  prize: string
}

/** The report once everything is settled. */
export interface Settled extends Awaited<ReturnType<typeof reconcile>> {
  /** The operator's view of every mint ever prepared. */
  mints: Pick<MintView, 'id' | 'state'>[]
}

const paying = JSON.parse(process.argv[2] ?? '') as Paying

let passages = paying.passage
let started = false
function pass(point: PayingPoint): void {
  if (started && point === paying.point && --passages === 0) process.kill(process.pid, 'SIGKILL')
}

const environment = { BASEPLATE_DATA: paying.dataDirectory, ECONOMY_URL: paying.economyUrl }
const config = parseConfig({ Renderer: { Workers: 0 } }, environment, paying.dataDirectory)
/** Milliseconds by which both clocks have been moved since the start. */
let moved = 0
const platform = await openPlatform(
  config,
  pino({ level: 'silent' }),
  () => {
    pass('time')
    return Date.now() + paying.ahead + moved
  },
  () => performance.now() + moved,
)
const { economy, inbox, renders, files } = platform
const { send } = economy
economy.send = async (...request) => {
  pass('sending')
  // Delays as on a slow network keep many payments in progress at once.
  await delay(20)
  const answer = await send(...request)
  pass('answered')
  return answer
}
for (const notifier of [inbox, renders]) {
  const { wake } = notifier
  notifier.wake = (...userIds: [string]) => {
    pass('notified')
    wake(...userIds)
  }
}
const around =
  <Given extends unknown[], Answer>(act: (...given: Given) => Promise<Answer>) =>
  async (...given: Given): Promise<Answer> => {
    pass('changing file')
    const answer = await act(...given)
    pass('changed file')
    return answer
  }
const { receive } = files
Object.assign(files, {
  write: around(files.write),
  share: around(files.share),
  remove: around(files.remove),
  receive: ((source, maxBytes, use) =>
    receive(source, maxBytes, (received) =>
      use({ ...received, store: around(received.store) }),
    )) satisfies typeof receive,
})
started = true

/** Reports the outcome. A refusal does not end this process. */
const attempt = async (act: () => Promise<unknown>) => {
  try {
    process.stdout.write(`${JSON.stringify(await act())}\n`)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

const actorOf = (person: Pick<Actor, 'id' | 'username'>, permissionLevel: number): Actor => ({
  ...commandLine,
  ...person,
  permissionLevel,
})

const picture = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()

/** Creates a T-shirt. The form for a number has the same key in every life. */
const makeShirt = async (actor: Actor, number: number): Promise<string> => {
  const form = { type: '2', name: `Shirt ${number}`, description: '', price: '', key: `form${number}` }
  const { id } = await publish(platform, actor, { ...form, asset: await picture('red') })
  return `${actor.id} ${id}`
}

const operator = actorOf(paying.operator, 5)

const confirm = async (id: string): Promise<string> => {
  await confirmMint(platform, operator, { id })
  return `mint:${id}`
}

/** Mints a prize, confirming it from two tabs at once. */
const mintFor = async ({ username }: Pick<Actor, 'username'>, note: string) => {
  const { id } = await prepareMint(platform, operator, { username, amount: paying.prize, note })
  await Promise.all([attempt(() => confirm(id)), attempt(() => confirm(id))])
}

const listMints = () => platform.db.selectFrom('mints').select('id').orderBy('id', 'desc')

/** Confirms the last mints of earlier lives again, as pages that are still open would. */
const confirmAgain = async () => {
  const mints = await listMints().limit(8).execute()
  await Promise.all(mints.map(({ id }) => attempt(() => confirm(id))))
}

const buyAndMake = async (buyer: Actor, number: number) => {
  const turn = (index: number) => (index + number) % 3
  for (const asset of paying.before.filter((_, index) => turn(index) === 1)) {
    await attempt(() => makeShirt(buyer, asset))
  }
  for (const [index, asset] of paying.assets.entries()) {
    const buying = attempt(() => buyAsset(platform, buyer, { id: asset }).then(() => `${buyer.id} ${asset}`))
    const name = `${buyer.username} ${asset}`
    if (turn(index) === 0) await attempt(() => createGroup(platform, buyer, { name }))
    if (turn(index) === 1) await attempt(() => makeShirt(buyer, asset))
    if (turn(index) === 2) await mintFor(buyer, name)
    await buying
  }
}

const replaceFiles = async (maker: Actor) => {
  const shirt = Number((await makeShirt(maker, 0)).split(' ')[1])
  for (const colour of ['blue', 'green', 'red'])
    await replaceFile(platform, maker, { id: shirt, asset: await picture(colour) })
}

if (paying.assets.length > 0) {
  await Promise.all([
    ...paying.buyers.map((buyer, number) => buyAndMake(actorOf(buyer, 1), number)),
    replaceFiles(actorOf(paying.maker, 3)),
    confirmAgain(),
  ])
} else {
  // The platform's own job settles them from the start.
  while ((await listPending(platform.db, Number.MAX_SAFE_INTEGER, 1)).length > 0) {
    await delay(50)
    // A refusal settles a payment a minute after an unanswered request. Requests still arrive in time.
    moved += 450
  }
  await sweepCreations(platform)
  await sweepAssetFiles(platform)
  const settled: Settled = { ...(await reconcile(platform)), mints: [] }
  for (const mint of await listMints().execute()) {
    const { id, state } = await viewMint(platform, operator, mint)
    settled.mints.push({ id, state })
  }
  process.stdout.write(`${JSON.stringify(settled)}
`)
}
await platform.close()
