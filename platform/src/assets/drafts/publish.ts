import { buffer } from 'node:stream/consumers'
import type { Actor } from '../../accounts/rules.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { type Creating, createAsset } from '../creating/create.ts'
import type { Upload } from '../creating/prepare.ts'
import { deleteDraft } from './delete.ts'
import { draftKeyInput } from './input.ts'
import { findDraft } from './queries.ts'
import { draftFileName } from './rules.ts'
import { storeDraft } from './save.ts'

/**
 * Creates an asset from a form that may have been saved as a draft. Without an upload, the asset gets the file of the draft. The
 * draft is deleted once the asset exists.
 *
 * @throws as `createAsset`
 */
export async function publish(
  platform: Creating,
  actor: Actor,
  input: unknown,
  upload: Upload,
): Promise<{ id: number; slug: string }> {
  const { key } = parseInput(draftKeyInput, input)
  const draft = key === undefined ? undefined : await findDraft(platform.db, actor.id, key)
  const file = upload ?? (draft?.file ? await readFile(platform, draft.file) : undefined)
  const created = await createAsset(platform, actor, input, file)
  if (draft) await deleteDraft(platform, actor, { key })
  return created
}

async function readFile({ files }: Pick<Creating, 'files'>, file: string): Promise<Uint8Array | undefined> {
  const stored = await files.open(draftFileName(file))
  return stored && buffer(stored.stream())
}

/**
 * Keeps a form as a draft if its creation failed for lack of money.
 *
 * @param error of `publish`.
 * @returns the key of the draft; undefined if nothing is kept, for example because there are too many drafts.
 */
export async function keepUnpaid(
  platform: Creating,
  actor: Actor,
  { input, upload, error }: { input: unknown; upload: Upload; error: unknown },
): Promise<string | undefined> {
  if (!(error instanceof Refused) || error.problem.code !== 'economy.balance_too_low') return undefined
  try {
    return (await storeDraft(platform, actor, input, upload)).key
  } catch (refusal) {
    if (refusal instanceof Refused || refusal instanceof InvalidFields) return undefined
    throw refusal
  }
}
