import { buffer } from 'node:stream/consumers'
import { requireVerifiedEmail, useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { parseInput, type SentFile } from '../../foundation/input.ts'
import { assetFile, type Creating, createAsset, prepareFile, requireCreatable } from '../creating/create.ts'
import { createInput } from '../creating/input.ts'
import { deleteDraft } from './delete.ts'
import { draftInput } from './input.ts'
import { findDraft } from './queries.ts'
import { draftFileName } from './rules.ts'
import { storeDraft } from './save.ts'

/** The fields that decide which file an item gets. */
const fileInput = createInput.pick({ type: true, key: true, asset: true })

/**
 * Without a file, the item gets the file of the draft.
 *
 * @returns the id and the slug of the page of the item.
 * @throws Refused `forbidden`: the type cannot be created; `limited`; `invalid`: the ledger refused the payment, in its words;
 * `failed`: it cannot be reached; InvalidFields for every field at once.
 */
export const publish = useCase(
  {
    summary:
      'Creates an item from a form that may have been saved as a draft, and deletes the draft. Users below level 3 pay for it. A form that is sent again with the same key creates and costs nothing more.',
    scope: 'assets:write',
    input: createInput,
    permit: async (platform: Creating, actor, input) => {
      requireCreatable(platform.config, input)
      await requireVerifiedEmail(platform, actor, 'Creating')
    },
    file: {
      ...assetFile,
      check: async (platform: Creating, actor, input) => {
        const { type, key, asset } = parseInput(fileInput, input)
        const draft = await draftOf(platform.db, actor, key)
        await prepareFile(platform, actor, { type, asset: asset ?? (await readFile(platform, draft)) })
      },
    },
  },
  async (platform: Creating, actor, creation): Promise<{ id: number; slug: string }> => {
    const draft = await draftOf(platform.db, actor, creation.key)
    const asset = creation.asset ?? (await readFile(platform, draft))
    const created = await createAsset(platform, actor, { ...creation, asset })
    if (draft) await deleteDraft(platform, actor, { key: draft.key })
    return created
  },
)

const draftOf = async (db: Db, actor: Actor, key: string | undefined) =>
  key === undefined ? undefined : findDraft(db, actor.id, key)

async function readFile(
  { files }: Pick<Creating, 'files'>,
  draft: { file: string | null } | undefined,
): Promise<SentFile> {
  const stored = draft?.file ? await files.open(draftFileName(draft.file)) : undefined
  return stored && buffer(stored.stream())
}

/**
 * Keeps a form as a draft if its creation failed for lack of money.
 *
 * @param form the fields and the file that `publish` refused with this error.
 * @returns the key of the draft; undefined if nothing is kept, for example because there are too many drafts.
 */
export async function keepUnpaid(
  platform: Creating,
  actor: Actor,
  { form, error }: { form: Readonly<Record<string, unknown>>; error: unknown },
): Promise<string | undefined> {
  if (!(error instanceof Refused) || error.problem.code !== 'economy.balance_too_low') return undefined
  try {
    return (await storeDraft(platform, actor, parseInput(draftInput, form))).key
  } catch (refusal) {
    if (refusal instanceof Refused || refusal instanceof InvalidFields) return undefined
    throw refusal
  }
}
