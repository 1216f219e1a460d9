import { NotAnImage } from '@baseplate/renderer/image-file'
import type { Clock } from '@baseplate/service/clock'
import { CommitUnknown } from '@baseplate/storage/database/outage'
import type { Files } from '@baseplate/storage/files'
import { lockUser, requireStorage } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { randomCharacters } from '../../foundation/ids.ts'
import { imageProblem, reencode } from '../../foundation/images.ts'
import { countScreenshots } from './queries.ts'
import { maxScreenshotPixels, previewName, previewWidth, screenshotName } from './rules.ts'

type Storing = { db: Db; now: Clock; files: Files; config: Pick<Config, 'Studio' | 'Quota' | 'baseUrl'> }

/** Maximum size of a re-encoded image. */
const maxStoredBytes = 64_000_000

/**
 * Checks, before an upload is received, that the user may store one more screenshot.
 *
 * @throws Refused `invalid` when the user has reached the limit.
 */
export async function checkScreenshotRoom({ db, config }: Storing, actor: Actor): Promise<void> {
  const { ScreenshotsPerUser } = config.Studio
  if ((await countScreenshots(db, actor.id)) < ScreenshotsPerUser) return
  throw new Refused('screenshots.too_many', {
    max: ScreenshotsPerUser,
    url: `${config.baseUrl}/settings/storage`,
  })
}

/**
 * Stores a screenshot from the user's studio. It is decoded and re-encoded without metadata, so that downloads contain an image and
 * nothing else.
 *
 * @param bytes at most `maxUploadBytes`.
 * @throws Refused `invalid`: not an image, too many pixels, too many screenshots, or beyond the quota.
 */
export async function storeScreenshot(
  platform: Storing,
  actor: Actor,
  bytes: Uint8Array,
): Promise<{ id: string }> {
  const { picture, preview } = await decoded(bytes)
  const { format, width, height } = picture
  const screenshot = { id: randomCharacters(20), format }
  const names = [screenshotName(screenshot), previewName(screenshot)] as const
  try {
    const { size } = await platform.files.write(names[0], [picture.bytes], maxStoredBytes)
    await platform.files.write(names[1], [preview], maxStoredBytes)
    await platform.db.transaction().execute(async (db) => {
      // Concurrent uploads are counted one after the other.
      await lockUser(db, actor.id)
      await checkScreenshotRoom({ ...platform, db }, actor)
      await db
        .insertInto('screenshots')
        .values({
          ...screenshot,
          user_id: actor.id,
          created: platform.now(),
          width,
          height,
          size,
          preview_size: preview.byteLength,
        })
        .execute()
      await requireStorage(db, platform.config, { ownerId: actor.id })
    })
    return { id: screenshot.id }
  } catch (error) {
    // The row may be committed and name these files. If not, the sweep removes them.
    if (!(error instanceof CommitUnknown)) for (const name of names) await platform.files.remove(name)
    throw error
  }
}

async function decoded(bytes: Uint8Array) {
  try {
    return await reencode(bytes, { maxPixels: maxScreenshotPixels, previewWidth })
  } catch (error) {
    if (error instanceof NotAnImage) throw new Refused(imageProblem(error))
    throw error
  }
}
