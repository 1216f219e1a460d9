import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import type { Actor } from '../../accounts/rules.ts'
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

/** Returns one of the actor's drafts. @throws Refused `missing` */
export async function readDraft({ db }: { db: Db }, actor: Actor, key: string): Promise<Draft> {
  const draft = await findDraft(db, actor.id, key)
  if (!draft) throw new Refused('assets.draft_not_found')
  const { type, name, description, price, file_size } = draft
  return { key, type, name, description, price, fileSize: file_size }
}

/** Opens the file of one of the actor's drafts. @throws Refused `missing` */
export async function readDraftFile(
  { db, files }: { db: Db; files: Files },
  actor: Actor,
  key: string,
): Promise<StoredFile> {
  const file = (await findDraft(db, actor.id, key))?.file ?? undefined
  const stored = file === undefined ? undefined : await files.open(draftFileName(file))
  if (!stored) throw new Refused('assets.draft_not_found')
  return stored
}
