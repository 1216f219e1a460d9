import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import { useCase } from '../../accounts/door.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { idInput, noInput } from '../../foundation/input.ts'
import { reviewing } from '../asset-review/rules.ts'
import { countWaitingPictures, findWaitingFile, listWaitingPictures } from './queries.ts'
import { pagePath, type WaitingPicture } from './rules.ts'

/** Pictures on one page of the queue. */
const perPage = 20

export const viewWaitingPictures = useCase(
  {
    ...reviewing,
    summary: 'Returns the pictures of games, badges and groups that have waited longest.',
    input: noInput,
  },
  async ({ db }: { db: Db }) => {
    const pictures = await listWaitingPictures(db, perPage)
    return {
      pictures: pictures.map((picture) => ({
        id: picture.id,
        kind: picture.kind,
        of: ofWhat(picture),
        /** Name of the game or the group, or of the badge with its game. */
        title: picture.badge ?? picture.title,
        /** The game of a badge; null: the picture is for a game or a group. */
        game: picture.badge === null ? null : picture.title,
        path: pagePath(picture),
        owner: picture.owner,
        since: picture.since,
      })),
      waiting: await countWaitingPictures(db),
    }
  },
)

function ofWhat({ placeId, badgeId }: WaitingPicture): 'badge' | 'game' | 'group' {
  if (badgeId !== null) return 'badge'
  return placeId === null ? 'group' : 'game'
}

export type ViewedPicture = Awaited<ReturnType<typeof viewWaitingPictures>>['pictures'][number]

/** @throws Refused `missing`: there is no such picture, or the viewer may not see it. */
export const readWaitingPicture = useCase(
  {
    summary: 'A picture that waits for review, for the owner of its game or group and for reviewers.',
    scope: 'read',
    input: idInput,
  },
  async ({ db, files }: { db: Db; files: Files }, viewer, { id }): Promise<StoredFile> => {
    const waiting = await findWaitingFile(db, id)
    const isVisible =
      waiting?.ownerId === viewer.id || viewer.permissionLevel >= permissionLevel.catalogManager
    const file = waiting && isVisible ? await files.open(waiting.file) : undefined
    if (!file) throw new Refused('files.not_found')
    return file
  },
)
