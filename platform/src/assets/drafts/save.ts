import type { Clock } from '@baseplate/service/clock'
import { CommitUnknown } from '@baseplate/storage/database/outage'
import type { Files } from '@baseplate/storage/files'
import { lockUser } from '../../accounts/queries.ts'
import type { Actor } from '../../accounts/rules.ts'
import { requireStorage } from '../../accounts/storage/quota.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { randomCharacters } from '../../foundation/ids.ts'
import { parseInput } from '../../foundation/input.ts'
import type { Limit } from '../../foundation/limits.ts'
import { requireCreatable } from '../creating/create.ts'
import { type Preparing, prepare, requireUpload, type Upload } from '../creating/prepare.ts'
import { maxAssetBytes } from '../rules.ts'
import { draftInput } from './input.ts'
import { countDrafts, findDraft } from './queries.ts'
import { draftFileName, maxDrafts } from './rules.ts'

interface Drafting extends Preparing {
  db: Db
  now: Clock
  files: Files
  config: Pick<Config, 'Assets' | 'Quota' | 'Client'>
  creationLimit: Limit
}

/**
 * Saves the form for a new asset as a draft. The form's key identifies the draft. A form that is saved again replaces its draft,
 * which keeps its file without a new upload.
 *
 * @param input `type`, `name`, `description`, `price`, `key`, of which only the type is required.
 * @throws Refused `forbidden`: the type cannot be created; `limited`; `invalid`: too many drafts; InvalidFields
 */
export async function saveDraft(
  platform: Drafting,
  actor: Actor,
  input: unknown,
  upload: Upload,
): Promise<{ key: string }> {
  if (upload !== undefined) {
    requireUpload(upload)
    await platform.creationLimit.spend(actor.id)
  }
  return storeDraft(platform, actor, input, upload)
}

/** Saves a draft as `saveDraft` does, and does not count the upload. */
export async function storeDraft(
  platform: Omit<Drafting, 'creationLimit'>,
  actor: Actor,
  input: unknown,
  upload: Upload,
): Promise<{ key: string }> {
  const type = requireCreatable(platform.config, input)
  const { key = randomCharacters(20), ...written } = parseInput(draftInput, input)
  const file = upload === undefined ? undefined : await writeDraftFile(platform, type, requireUpload(upload))
  const draft = { ...written, ...file, type, updated: platform.now() }
  let replaced: string | null | undefined
  try {
    await platform.db.transaction().execute(async (db) => {
      // Concurrent forms are counted one after the other.
      await lockUser(db, actor.id)
      const earlier = await findDraft(db, actor.id, key)
      if (!earlier && (await countDrafts(db, actor.id)) >= maxDrafts)
        throw new Refused('assets.too_many_drafts', { max: maxDrafts })
      await db
        .insertInto('creation_drafts')
        .values({ ...draft, user_id: actor.id, key })
        .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet(draft))
        .execute()
      if (file) await requireStorage(db, platform.config, { ownerId: actor.id, field: 'asset' })
      replaced = file && earlier?.file
    })
  } catch (error) {
    // The row may be committed and name this file. If not, the sweep removes it.
    if (file && !(error instanceof CommitUnknown)) await platform.files.remove(draftFileName(file.file))
    throw error
  }
  // The draft is saved, and the sweep repeats a removal that fails here.
  if (replaced) await platform.files.remove(draftFileName(replaced)).catch(() => undefined)
  return { key }
}

async function writeDraftFile(
  platform: Pick<Drafting, 'files' | 'config' | 'modelReader'>,
  type: number,
  upload: Uint8Array,
): Promise<{ file: string; file_size: number }> {
  const prepared = await prepare(platform, type, upload)
  const file = randomCharacters(20)
  const { size } = await platform.files.write(
    draftFileName(file),
    [prepared.file ?? prepared.picture],
    maxAssetBytes,
  )
  return { file, file_size: size }
}
