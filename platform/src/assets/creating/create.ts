import type { Actor } from '../../accounts/rules.ts'
import { requireStorage } from '../../accounts/storage/quota.ts'
import type { Db } from '../../database.ts'
import { type Clock, minute } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { isConflict } from '../../foundation/database/conflict.ts'
import { CommitUnknown } from '../../foundation/database/outage.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import type { Files } from '../../foundation/files.ts'
import { randomCharacters } from '../../foundation/ids.ts'
import { parseInput } from '../../foundation/input.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import { slugOf } from '../../foundation/slug.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import type { Payments } from '../../money/payments/payments.ts'
import { findPending, type PaymentRow } from '../../money/payments/queries.ts'
import { type NewPayment, recordPayment } from '../../money/payments/record.ts'
import type { Renders } from '../../rendering/renders.ts'
import { assetFileName } from '../files/store-asset.ts'
import { firstVisibility } from '../rules.ts'
import { writeFiles } from './files.ts'
import { createInput, typeInput } from './input.ts'
import { type Prepared, prepare, requireUpload, type Upload } from './prepare.ts'
import { type CreationRow, findByKey } from './queries.ts'
import { priceOf, sourceOf } from './rules.ts'
import { grantCreation, removeFailed } from './settle.ts'

interface Creating {
  db: Db
  now: Clock
  files: Files
  config: Pick<Config, 'Assets' | 'Quota' | 'AssetCloud' | 'Client' | 'baseUrl'>
  payments: Payments
  renders: Renders
  creationLimit: Limit
  filterText: TextFilter
}

/** Each takes the machine a moment of work, paid for or not. */
export const createCreationLimit = (): Limit =>
  createLimit({
    points: 60,
    windowSeconds: (10 * minute) / 1_000,
    message: 'You have created a lot in a short time. Wait ten minutes, then try again.',
  })

/**
 * Makes an asset of the actor's, who pays for it below level 3; answers where it is. A form that is sent again, with the key
 * that it carries, makes nothing more, and is not paid for again.
 *
 * @param input `type`, `name`, `description`, `price` in units, `key`.
 * @throws Refused `forbidden`: not an asset of that type; `limited`; `invalid`: the ledger said no, in its words; `failed`: it
 * cannot be reached; InvalidFields for every field at once.
 */
export async function createAsset(
  platform: Creating,
  actor: Actor,
  input: unknown,
  upload: Upload,
): Promise<{ id: number; slug: string }> {
  const { type } = parseInput(typeInput, input)
  if (!platform.config.Assets.Creatable.some((creatable) => creatable === type) || !sourceOf(type)) {
    throw new Refused('forbidden', 'You cannot create assets of this type')
  }
  const lookThrough = async () => {
    const file = requireUpload(upload)
    await platform.creationLimit.spend(actor.id)
    return prepare(type, file, platform.config.Client.DocumentRoot)
  }
  const { key = randomCharacters(20), ...described } = await parseAll(input, lookThrough)
  const begun =
    (await findBegun(platform, actor, key)) ??
    (await begin(platform, actor, { type, key, ...described }, await lookThrough()))
  await settle(platform, begun)
  return { id: begun.creation.asset_id, slug: slugOf(begun.creation.name) }
}

/** @throws InvalidFields for every field at once: where a text does not do, what is wrong with the file is told with it. */
async function parseAll(input: unknown, lookThrough: () => Promise<unknown>) {
  try {
    return parseInput(createInput, input)
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error
    const fault: unknown = await lookThrough().then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (fault !== undefined && !(fault instanceof InvalidFields)) throw fault
    throw new InvalidFields({ ...error.errors, ...fault?.errors })
  }
}

/** What was noted, and what is still to be paid for it. */
interface Begun {
  creation: CreationRow
  payment?: PaymentRow | undefined
  /** Another attempt may have asked the ledger. */
  again: boolean
}

async function findBegun(platform: Creating, actor: Actor, key: string): Promise<Begun | undefined> {
  const creation = await findByKey(platform.db, actor.id, key)
  if (!creation) return undefined
  // It came to nothing, as when there was not enough money: now there may be.
  if (await removeFailed(platform, creation.asset_id)) return undefined
  return { creation, payment: await findPending(platform.db, paymentOf(creation, actor)), again: true }
}

interface Described {
  type: number
  key: string
  name: string
  description: string
  price?: number | undefined
}

async function begin(
  platform: Creating,
  actor: Actor,
  described: Described,
  prepared: Prepared,
): Promise<Begun> {
  const { price, ...written } = described
  const text = {
    ...written,
    name: platform.filterText(written.name),
    description: platform.filterText(written.description),
  }
  const { asset, image } = await writeFiles(platform, text, prepared)
  const now = platform.now()
  const creation: CreationRow = {
    ...text,
    asset_id: asset.id,
    creator_id: actor.id,
    price: price ?? 0,
    for_sale: price === undefined ? 0 : 1,
    visibility: firstVisibility(actor),
    file_size: asset.size,
    file_sha256: asset.sha256,
    file_md5: asset.md5,
    image_id: image?.id ?? null,
    image_size: image?.size ?? null,
    image_sha256: image?.sha256 ?? null,
    image_md5: image?.md5 ?? null,
    created: now,
    state: 'pending',
  }
  try {
    const payment = await platform.db.transaction().execute(async (db) => {
      await db.insertInto('creations').values(creation).execute()
      await requireStorage(db, platform.config, { ownerId: actor.id, field: 'asset' })
      const recorded = await recordPayment(db, paymentOf(creation, actor), now)
      if (recorded?.state === 'paid') await grantCreation(platform, db, recorded, now)
      return recorded
    })
    if (payment?.state === 'paid') platform.renders.wake()
    return { creation, payment, again: false }
  } catch (error) {
    // The rows may be committed and name these files. If not, the sweep removes them.
    if (error instanceof CommitUnknown) throw error
    for (const { id } of image ? [asset, image] : [asset]) await platform.files.remove(assetFileName(id))
    // The same form at the same moment: what it has begun goes on.
    const begun = isConflict(error) ? await findBegun(platform, actor, described.key) : undefined
    if (!begun) throw error
    return begun
  }
}

const paymentOf = ({ asset_id, name }: CreationRow, actor: Actor): NewPayment => ({
  kind: 'creation',
  subject: `asset:${asset_id}`,
  payer_id: actor.id,
  payee_id: null,
  amount: priceOf(actor),
  fee: 0,
  note: `Created ${name}`,
  link: `/catalog/${asset_id}/${slugOf(name)}`,
})

async function settle(platform: Creating, { creation, payment, again }: Begun): Promise<void> {
  if (payment?.state !== 'pending') return
  try {
    await (again ? platform.payments.settleAgain(payment) : platform.payments.settle(payment))
  } catch (error) {
    await removeFailed(platform, creation.asset_id)
    throw error
  }
}
