import type { Files } from '@baseplate/storage/files'
import { useCase } from '../../accounts/door.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Limit } from '../../foundation/limits.ts'
import { restoreInput } from '../input.ts'
import { findManagedPlace, permitManaging } from '../managed.ts'
import { fileNotFound } from '../rules.ts'
import { checkContent, type Game } from './check-content.ts'
import { contentName } from './place-files.ts'
import { requireVersion } from './queries.ts'
import { storeVersion, type VersionStore } from './store-version.ts'

type Restoring = Omit<VersionStore, 'config'> & {
  config: VersionStore['config'] & Pick<Config, 'Engine'>
  placeFileLimit: Limit
}

/**
 * @throws Refused `missing`: no such place, or the version was deleted; `forbidden`; `limited`; `invalid`: the platform's engine cannot
 * run this version.
 */
export const restoreVersion = useCase(
  {
    summary: 'Restores an earlier version of the place file, as a new version.',
    scope: 'places:write',
    permit: permitManaging,
    input: restoreInput,
  },
  async (platform: Restoring, actor, { id: placeId, version }): Promise<void> => {
    const place = await findManagedPlace(platform.db, actor, placeId)
    await platform.placeFileLimit.spend(actor.id)
    const { sha256, size } = await requireVersion(platform.db, placeId, version)
    const game = await checkStored(platform, sha256, Number(size))
    await storeVersion(platform, actor, place, async (db) => {
      await requireVersion(db, placeId, version)
      return { sha256, size: Number(size), restoredFrom: version, game }
    })
  },
)

/** Checks a version again, because the platform may have had another engine when it was uploaded. */
const checkStored = (
  { files, config }: { files: Files; config: Pick<Config, 'Engine'> },
  sha256: string,
  size: number,
): Promise<Game | undefined> =>
  checkContent(config, {
    size,
    async read(range) {
      const file = await files.open(contentName(sha256))
      if (!file) throw fileNotFound()
      return file.stream(range)
    },
  })
