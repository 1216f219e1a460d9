import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import { useCase } from '../../accounts/door.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { idInput, noInput } from '../../foundation/input.ts'
import { waitingPictureName } from '../../places/pictures/waiting/rules.ts'
import { reviewing } from '../asset-review/rules.ts'
import { countWaitingPictures, findOwnerOfWaiting, listWaitingPictures } from './queries.ts'
import { pagePath } from './rules.ts'

/** Pictures on one page of the queue. */
const perPage = 20

export const viewWaitingPictures = useCase(
  {
    ...reviewing,
    summary: 'Returns the pictures of games and groups that have waited longest.',
    input: noInput,
  },
  async ({ db }: { db: Db }) => {
    const pictures = await listWaitingPictures(db, perPage)
    return {
      pictures: pictures.map((picture) => ({
        id: picture.id,
        kind: picture.kind,
        of: picture.placeId === null ? ('group' as const) : ('game' as const),
        title: picture.title,
        path: pagePath(picture),
        owner: picture.owner,
        since: picture.since,
      })),
      waiting: await countWaitingPictures(db),
    }
  },
)

export type ViewedPicture = Awaited<ReturnType<typeof viewWaitingPictures>>['pictures'][number]

/** @throws Refused `missing`: there is no such picture, or the viewer may not see it. */
export const readWaitingPicture = useCase(
  {
    summary: 'A picture that waits for review, for the owner of its game or group and for reviewers.',
    scope: 'read',
    input: idInput,
  },
  async ({ db, files }: { db: Db; files: Files }, viewer, { id }): Promise<StoredFile> => {
    const ownerId = await findOwnerOfWaiting(db, id)
    const isVisible =
      ownerId !== undefined &&
      (ownerId === viewer.id || viewer.permissionLevel >= permissionLevel.catalogManager)
    const file = isVisible ? await files.open(waitingPictureName(id)) : undefined
    if (!file) throw new Refused('files.not_found')
    return file
  },
)
