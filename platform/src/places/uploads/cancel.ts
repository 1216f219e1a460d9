import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { listParts } from './queries.ts'
import { partFileName } from './rules.ts'
import { requireUpload } from './view.ts'

/** Deletes an upload of the actor with its parts. A version that it has published stays. @throws Refused `missing`, `gone` */
export async function cancelUpload(
  platform: { db: Db; files: Files; now: Clock },
  actor: Actor,
  id: string,
): Promise<void> {
  await requireUpload(platform, actor, id)
  const parts = await listParts(platform.db, id)
  await platform.db.deleteFrom('uploads').where('id', '=', id).execute()
  // The sweep removes files that a crash leaves here.
  for (const { name } of parts) await platform.files.remove(partFileName(name))
}
