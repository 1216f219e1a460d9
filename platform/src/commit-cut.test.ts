import { createHash } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { day } from '@baseplate/service/clock'
import { CommitUnknown } from '@baseplate/storage/database/outage'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Actor } from './accounts/rules.ts'
import { sweepAssetFiles } from './assets/creating/sweep.ts'
import { publish } from './assets/drafts/publish.ts'
import { storeScreenshot } from './operations/screenshots/store.ts'
import { sweepScreenshots } from './operations/screenshots/sweep-files.ts'
import { beginUpload } from './places/uploads/begin.ts'
import { continueUpload } from './places/uploads/receive.ts'
import { partBytes, partsFolder } from './places/uploads/rules.ts'
import { sweepUploads } from './places/uploads/sweep.ts'
import { type Loss, openCommitCutter } from './testing/commit-cutter.ts'
import { startTestEconomy } from './testing/economy.ts'
import { registerPerson } from './testing/people.ts'
import { createMigratedDatabase, openTestPlatform, type TestPlatform } from './testing/platforms.ts'
import { createPublishedPlace } from './testing/published-place.ts'

const picture = (background = '#c33') =>
  sharp({ create: { width: 585, height: 559, channels: 3, background } })
    .png()
    .toBuffer()

async function start() {
  const database = await createMigratedDatabase()
  const cutter = await openCommitCutter(database.url)
  const economy = await startTestEconomy()
  onTestFinished(async () => {
    await cutter.close()
    await database.drop()
  })
  const platform = await openTestPlatform(
    'PostgreSQL',
    {},
    { DATABASE_URL: cutter.url, ECONOMY_URL: economy.address },
  )
  const administrator = await registerPerson(platform, 'Administrator')
  /** Returns the names of the files in a folder of the data directory. */
  const filesIn = (folder: string) =>
    readdir(join(platform.config.dataDirectory, folder)).catch(() => [] as string[])
  /** Makes the files there older than any sweep requires. */
  const age = async (folder: string) => {
    const longAgo = (platform.now() - 2 * day) / 1_000
    for (const name of await filesIn(folder))
      await utimes(join(platform.config.dataDirectory, folder, name), longAgo, longAgo)
  }
  return { platform, cutter, administrator, filesIn, age }
}

/** Verbs that write files to a folder and then the rows that name them. */
const acts: Record<
  string,
  {
    folder: string
    prepare?: (platform: TestPlatform, actor: Actor) => Promise<unknown>
    act: (platform: TestPlatform, actor: Actor) => Promise<unknown>
    rows: (platform: TestPlatform) => Promise<number>
    sweep: (platform: TestPlatform) => Promise<void>
  }
> = {
  'an asset': {
    folder: 'assets',
    act: async (platform, actor) =>
      publish(platform, actor, { type: '11', name: 'Shirt', description: '', asset: await picture() }),
    // The shirt and its picture.
    rows: async ({ db }) => (await db.selectFrom('assets').select('id').execute()).length,
    sweep: sweepAssetFiles,
  },
  'a screenshot': {
    folder: 'screenshots',
    act: async (platform, actor) => storeScreenshot(platform, actor, await picture()),
    // Each has a preview.
    rows: async ({ db }) => 2 * (await db.selectFrom('screenshots').select('id').execute()).length,
    sweep: sweepScreenshots,
  },
  'parts of an upload': {
    folder: partsFolder,
    prepare: async (platform, actor) => {
      const { id } = await createPublishedPlace(platform, actor, { name: 'A place' })
      const place = String(id)
      await beginUpload(platform, actor, { id: 'upload', size: 2 * partBytes + 1, place })
    },
    act: (platform, actor) => {
      const bytes = Buffer.alloc(2 * partBytes)
      const checksum = `sha1 ${createHash('sha1').update(bytes).digest('base64')}`
      return continueUpload(platform, actor, 'upload', { offset: 0, source: [bytes], checksum })
    },
    rows: async ({ db }) => (await db.selectFrom('upload_parts').select('name').execute()).length,
    sweep: sweepUploads,
  },
}

describe.each(Object.entries(acts))(
  'the files of %s whose commit is cut',
  (_what, { folder, prepare, act, rows, sweep }) => {
    test.each([
      ['answer', 2],
      ['request', 0],
    ] as const)(
      'stay when its %s was lost, until a sweep compares them with the rows',
      async (loss: Loss, count) => {
        const { platform, cutter, administrator, filesIn, age } = await start()
        await prepare?.(platform, administrator)
        cutter.cutNext(loss)
        await expect(act(platform, administrator)).rejects.toBeInstanceOf(CommitUnknown)
        expect(await filesIn(folder)).toHaveLength(2)
        await expect.poll(() => rows(platform)).toBe(count)
        await age(folder)
        await sweep(platform)
        expect(await filesIn(folder)).toHaveLength(count)
      },
    )
  },
)
