import type { Clock } from '@baseplate/service/clock'
import { CommitUnknown } from '@baseplate/storage/database/outage'
import type { Files } from '@baseplate/storage/files'
import { lockUser, requireStorage, useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { randomCharacters } from '../../foundation/ids.ts'
import { parseInput } from '../../foundation/input.ts'
import type { Limit } from '../../foundation/limits.ts'
import { assetFile, requireCreatable } from '../creating/create.ts'
import { type Preparing, prepare, requireUpload } from '../creating/prepare.ts'
import { maxAssetBytes } from '../rules.ts'
import { type DraftForm, draftInput } from './input.ts'
import { countDrafts, findDraft } from './queries.ts'
import { draftFileName, maxDrafts } from './rules.ts'

interface Drafting extends Preparing {
  db: Db
  now: Clock
  files: Files
  config: Pick<Config, 'Assets' | 'Quota' | 'Client'>
  creationLimit: Limit
}

const uploadInput = draftInput.pick({ asset: true })

/** @throws Refused `forbidden`: the type cannot be created; `limited`; `invalid`: too many drafts; InvalidFields */
export const saveDraft = useCase(
  {
    summary:
      "Saves the form for a new item as a draft. The form's key identifies the draft. A form that is saved again replaces its draft, which keeps its file without a new upload.",
    scope: 'assets:write',
    input: draftInput,
    permit: async (platform: Drafting, actor, input) => {
      // An upload counts even if the form is refused, because it has been received.
      const { asset } = parseInput(uploadInput, input)
      if (asset !== undefined) {
        requireUpload(asset)
        await platform.creationLimit.spend(actor.id)
      }
      requireCreatable(platform.config, input)
    },
    file: assetFile,
  },
  (platform: Drafting, actor, form): Promise<{ key: string }> => storeDraft(platform, actor, form),
)

/** Saves a draft as `saveDraft` does, and does not count the upload. */
export async function storeDraft(
  platform: Omit<Drafting, 'creationLimit'>,
  actor: Actor,
  { type, key = randomCharacters(20), asset, ...written }: DraftForm,
): Promise<{ key: string }> {
  const file = asset === undefined ? undefined : await writeDraftFile(platform, type, requireUpload(asset))
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
