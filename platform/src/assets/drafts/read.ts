import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import { z } from 'zod'
import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { findDraft } from './queries.ts'
import { draftFileName } from './rules.ts'

/** A draft as its form shows it. */
export interface Draft {
  key: string
  type: number
  name: string
  description: string
  /** As typed. */
  price: string
  /** Bytes of its file; 0 without one. */
  fileSize: number
}

const readInput = z.object({ key: z.string() })

/** @throws Refused `missing` */
export const readDraft = useCase(
  { summary: "Returns one of the user's drafts.", scope: 'assets:write', input: readInput },
  async ({ db }: { db: Db }, actor, { key }): Promise<Draft> => {
    const draft = await findDraft(db, actor.id, key)
    if (!draft) throw new Refused('assets.draft_not_found')
    const { type, name, description, price, file_size } = draft
    return { key, type, name, description, price, fileSize: file_size }
  },
)

/** @throws Refused `missing` */
export const readDraftFile = useCase(
  { summary: "Sends the file of one of the user's drafts.", scope: 'assets:write', input: readInput },
  async ({ db, files }: { db: Db; files: Files }, actor, { key }): Promise<StoredFile> => {
    const file = (await findDraft(db, actor.id, key))?.file ?? undefined
    const stored = file === undefined ? undefined : await files.open(draftFileName(file))
    if (!stored) throw new Refused('assets.draft_not_found')
    return stored
  },
)
