import { type Clock, minute } from '@baseplate/service/clock'
import { isConflict } from '@baseplate/storage/database/conflict'
import { CommitUnknown } from '@baseplate/storage/database/outage'
import type { Files } from '@baseplate/storage/files'
import { type Fields, requireStorage } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { randomCharacters } from '../../foundation/ids.ts'
import { parseInput } from '../../foundation/input.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import { slugOf } from '../../foundation/slug.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import {
  findPending,
  type NewPayment,
  type PaymentRow,
  type Payments,
  recordPayment,
} from '../../money/door.ts'
import type { Renders } from '../../rendering/door.ts'
import { assetFileName, firstVisibility, maxAssetBytes } from '../rules.ts'
import { type Creation, typeInput } from './input.ts'
import { type Prepared, type Preparing, prepare, requireUpload } from './prepare.ts'
import { type CreationRow, findByKey } from './queries.ts'
import { priceOf, sourceOf } from './rules.ts'
import { grantCreation, removeFailed } from './settle.ts'
import { writeFiles } from './write-files.ts'

export interface Creating extends Preparing {
  db: Db
  now: Clock
  files: Files
  config: Pick<Config, 'Assets' | 'Quota' | 'AssetCloud' | 'Client' | 'Registration' | 'baseUrl'>
  payments: Payments
  renders: Renders
  creationLimit: Limit
  filterText: TextFilter
}

/** Limits the uploads of one user, because each costs processor time, paid for or not. */
export const createCreationLimit = (counts: LimitCounts): Limit =>
  createLimit(counts, {
    points: 60,
    windowSeconds: (10 * minute) / 1_000,
    code: 'limits.creations',
  })

/** Checks whether a user may send another file, before it arrives. @throws Refused `limited` */
const permitCreation = ({ creationLimit }: { creationLimit: Limit }, { id }: Actor): Promise<void> =>
  creationLimit.check(id)

/** The file that comes with the form of an item. */
export const assetFile = { field: 'asset', maxBytes: maxAssetBytes, permit: permitCreation }

/** Refuses types of items before the other fields of a form are checked. @throws Refused `forbidden`; InvalidFields `type` */
export function requireCreatable({ Assets }: Pick<Config, 'Assets'>, input: Fields): void {
  const { type } = parseInput(typeInput, input)
  if (!Assets.Creatable.some((creatable) => creatable === type) || !sourceOf(type))
    throw new Refused('assets.type_forbidden')
}

/**
 * Creates an asset of a type that can be created. Users below level 3 pay for it. A form that is submitted again with the same key
 * creates and costs nothing more.
 *
 * @returns the id and the slug of the asset's page.
 * @throws Refused `limited`; `invalid`: the ledger refused the payment, in its words; `failed`: it cannot be reached;
 * InvalidFields `asset`
 */
export async function createAsset(
  platform: Creating,
  actor: Actor,
  { type, key = randomCharacters(20), asset, ...described }: Creation,
): Promise<{ id: number; slug: string }> {
  const started =
    (await findStarted(platform, actor, key)) ??
    (await start(
      platform,
      actor,
      { type, key, ...described },
      await prepareFile(platform, actor, { type, asset }),
    ))
  await settle(platform, started)
  return { id: started.creation.asset_id, slug: slugOf(started.creation.name) }
}

/** Checks the file of a form, which counts. @throws InvalidFields `asset`; Refused `limited`, `busy` */
export async function prepareFile(
  platform: Preparing & Pick<Creating, 'creationLimit'>,
  actor: Actor,
  { type, asset }: Pick<Creation, 'type' | 'asset'>,
): Promise<Prepared> {
  const file = requireUpload(asset)
  await platform.creationLimit.spend(actor.id)
  return prepare(platform, type, file)
}

/** A recorded creation and its payment. */
interface Started {
  creation: CreationRow
  payment?: PaymentRow | undefined
  /** Whether an earlier attempt may have asked the ledger. */
  isRetry: boolean
}

async function findStarted(platform: Creating, actor: Actor, key: string): Promise<Started | undefined> {
  for (;;) {
    const creation = await findByKey(platform.db, actor.id, key)
    if (!creation) return undefined
    // A failed creation, for lack of money for example, is started over.
    if (await removeFailed(platform, creation.asset_id)) return undefined
    const payment = await findPending(platform.db, paymentOf(creation, actor))
    if (payment || creation.state === 'paid') return { creation, payment, isRetry: true }
    // The payment was settled since the creation was read, which says how when it is read again.
  }
}

interface Described {
  type: number
  key: string
  name: string
  description: string
  price?: number | undefined
}

async function start(
  platform: Creating,
  actor: Actor,
  described: Described,
  prepared: Prepared,
): Promise<Started> {
  const { price, ...written } = described
  const text = {
    ...written,
    name: platform.filterText(written.name),
    description: platform.filterText(written.description),
  }
  const { asset, referred, image } = await writeFiles(platform, text, prepared)
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
    picture_hash: prepared.pictureHash,
    referred: referred.join(','),
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
    return { creation, payment, isRetry: false }
  } catch (error) {
    // The rows may have been committed and name these files. If not, the sweep removes them.
    if (error instanceof CommitUnknown) throw error
    for (const { id } of image ? [asset, image] : [asset]) await platform.files.remove(assetFileName(id))
    // The same form was submitted at the same time. That submission continues.
    const started = isConflict(error) ? await findStarted(platform, actor, described.key) : undefined
    if (!started) throw error
    return started
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

async function settle(platform: Creating, { creation, payment, isRetry }: Started): Promise<void> {
  if (payment?.state !== 'pending') return
  try {
    await (isRetry ? platform.payments.settlePending(payment) : platform.payments.settle(payment))
  } catch (error) {
    // If the removal fails as well, a sweep repeats it. The caller gets the error of the payment.
    await removeFailed(platform, creation.asset_id).catch(() => false)
    throw error
  }
}
