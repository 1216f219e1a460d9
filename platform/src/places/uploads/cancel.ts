import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { idInput } from '../../foundation/input.ts'
import { listParts } from './queries.ts'
import { partFileName } from './rules.ts'
import { requireUpload } from './view.ts'

/** @throws Refused `missing`, `gone` */
export const cancelUpload = useCase(
  {
    summary: 'Deletes an upload with its parts. A version that it has published stays.',
    scope: 'places:write',
    input: idInput,
  },
  async (platform: { db: Db; files: Files; now: Clock }, actor, { id }): Promise<void> => {
    await requireUpload(platform, actor, id)
    const parts = await listParts(platform.db, id)
    await platform.db.deleteFrom('uploads').where('id', '=', id).execute()
    // The sweep removes files that a crash leaves here.
    for (const { name } of parts) await platform.files.remove(partFileName(name))
  },
)
