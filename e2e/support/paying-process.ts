import { setTimeout as delay } from 'node:timers/promises'
import type { Actor } from '@baseplate/platform/accounts/rules'
import { createAsset } from '@baseplate/platform/assets/creating/create'
import { replaceFile } from '@baseplate/platform/assets/creating/replace-file'
import { sweepAssetFiles, sweepCreations } from '@baseplate/platform/assets/creating/sweep'
import { buyAsset } from '@baseplate/platform/assets/ownership/buy'
import { parseConfig } from '@baseplate/platform/foundation/config/load'
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

/** What a payment passes between a click and its answer. */
export type PayingPoint =
  /** Somebody asks what time it is: before the payment is noted, while it is, while it is granted. */
  | 'time'
  /** Noted, and about to be sent. */
  | 'sending'
  /** The ledger has answered, nothing of that is noted. */
  | 'answered'
  /** Granted, and whoever is concerned is about to be told. */
  | 'told'
  /** A file of what somebody makes is about to be put in place or to be removed. */
  | 'placing'
  /** It is done. */
  | 'placed'

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
  /** What each buys, one after the other, and makes a group, or a T-shirt, or is minted something. Nothing: what was left is settled. */
  assets: number[]
  /** What they bought in the life before this one: the forms that they made T-shirts with are sent again. */
  before: number[]
  /** Of level 3: puts other files in place of one of their own. */
  maker: Pick<Actor, 'id' | 'username'>
  /** Of level 5: mints. */
  operator: Pick<Actor, 'id' | 'username'>
  /** Units, as they are typed, of each mint. */
  prize: string
}

/** What is said when nothing is left to be settled. */
export interface Settled extends Awaited<ReturnType<typeof reconcile>> {
  /** What the operator sees of everything that was ever prepared. */
  mints: Pick<MintView, 'id' | 'state'>[]
}

const paying = JSON.parse(process.argv[2] ?? '') as Paying

let passages = paying.passage
let begun = false
function pass(point: PayingPoint): void {
  if (begun && point === paying.point && --passages === 0) process.kill(process.pid, 'SIGKILL')
}

const environment = { BASEPLATE_DATA: paying.dataDirectory, ECONOMY_URL: paying.economyUrl }
const config = parseConfig({ Renderer: { Workers: 0 } }, environment, paying.dataDirectory)
const platform = await openPlatform(config, pino({ level: 'silent' }), () => {
  pass('time')
  return Date.now() + paying.ahead
})
const { economy, inbox, renders, files } = platform
const { send } = economy
economy.send = async (...request) => {
  pass('sending')
  // As over a slow network, so that many are on their way at once.
  await delay(20)
  const answer = await send(...request)
  pass('answered')
  return answer
}
for (const told of [inbox, renders]) {
  const { wake } = told
  told.wake = (...who: [string]) => {
    pass('told')
    wake(...who)
  }
}
const around =
  <Given extends unknown[], Answer>(act: (...given: Given) => Promise<Answer>) =>
  async (...given: Given): Promise<Answer> => {
    pass('placing')
    const answer = await act(...given)
    pass('placed')
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
begun = true

/** Says what was done. What is refused is no fault of this process. */
const attempt = async (act: () => Promise<unknown>) => {
  try {
    process.stdout.write(`${JSON.stringify(await act())}\n`)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

const level = (person: Pick<Actor, 'id' | 'username'>, permissionLevel: Actor['permissionLevel']): Actor => ({
  ...person,
  permissionLevel,
  theme: null,
  portrait: null,
  standing: null,
})

const picture = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()

/** The form for one number is the same in every life. */
const makeShirt = async (actor: Actor, number: number): Promise<string> => {
  const form = { type: '2', name: `Shirt ${number}`, description: '', price: '', key: `form${number}` }
  const { id } = await createAsset(platform, actor, form, await picture('red'))
  return `${actor.id} ${id}`
}

const operator = level(paying.operator, 5)

const confirm = async (id: string): Promise<string> => {
  await confirmMint(platform, operator, { id })
  return `mint:${id}`
}

/** Of two tabs at once. */
const mintFor = async ({ username }: Pick<Actor, 'username'>, note: string) => {
  const { id } = await prepareMint(platform, operator, { username, amount: paying.prize, note })
  await Promise.all([attempt(() => confirm(id)), attempt(() => confirm(id))])
}

const listMints = () => platform.db.selectFrom('mints').select('id').orderBy('id', 'desc')

/** The pages of the last ones before this life are still open, with their buttons, whatever became of them. */
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
    const buying = attempt(() => buyAsset(platform, buyer, asset, {}).then(() => `${buyer.id} ${asset}`))
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
    await replaceFile(platform, maker, shirt, await picture(colour))
}

if (paying.assets.length > 0) {
  await Promise.all([
    ...paying.buyers.map((buyer, number) => buyAndMake(level(buyer, 1), number)),
    replaceFiles(level(paying.maker, 3)),
    confirmAgain(),
  ])
} else {
  // The platform's own job does it, from the start on.
  while ((await listPending(platform.db, Number.MAX_SAFE_INTEGER, 1)).length > 0) await delay(50)
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
