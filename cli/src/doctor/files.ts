import { randomUUID } from 'node:crypto'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Database } from '@baseplate/platform/foundation/database'
import { requireFilesOf } from '@baseplate/platform/installation/door'
import { CannotStart } from '@baseplate/service/cannot-start'
import { refuseLostObjects } from '@baseplate/storage/s3-files/refuse-lost'
import { openObjectStorage } from '../backup/indexed-files.ts'
import { isUpToDate } from '../backup/is-up-to-date.ts'
import { openExistingSnapshot } from '../database/existing.ts'
import { explainStorageFailure } from '../explain-s3-failure.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

/** Checks that the storage of files can be written, read and emptied again. */
export async function checkFiles(config: Config): Promise<Finding> {
  const objects = await openObjectStorage(config)
  const lost = await whyLost(config)
  if (lost !== undefined) {
    objects?.close()
    return fault(lost, 'The site does not start until then.')
  }
  if (!objects) return ok('in the data directory')
  const key = `doctor-${randomUUID()}`
  const content = Buffer.from('doctor')
  try {
    await objects.check()
    await objects.put(key, [content])
    const read = await Array.fromAsync(objects.read(key, { start: 0, end: content.length - 1 }))
    await objects.remove(key)
    if (!Buffer.concat(read).equals(content))
      return fault('object storage returned other bytes than were stored', 'Ask its operator.')
    if (!(await objects.abortUploads(new Date(0)))) {
      return warning(
        `in object storage, ${config.filesUrl}, which cannot list unfinished uploads`,
        'Let a rule of the bucket abort unfinished multipart uploads after two days.',
      )
    }
    return ok(`in object storage, ${config.filesUrl}`)
  } catch (error) {
    return fault(
      `object storage, ${config.filesUrl}: ${explainStorageFailure(error)}`,
      'Check FILES_URL, AWS_ENDPOINT_URL_S3, AWS_REGION and the credentials: docs/operating/object-storage.md.',
    )
  } finally {
    objects.close()
  }
}

/** Returns why the files are not those of the database; undefined when they are, or there is no database yet. */
async function whyLost(config: Config): Promise<string | undefined> {
  const { databaseUrl: url, dataDirectory } = config
  const snapshot = await openExistingSnapshot<Database>({ url, dataDirectory }).catch(() => undefined)
  if (!snapshot || !isUpToDate(snapshot)) {
    await snapshot?.close()
    return undefined
  }
  try {
    if (url !== undefined) await requireFilesOf(config, snapshot.db)
    await refuseLostObjects(config, snapshot.db)
    return undefined
  } catch (error) {
    if (error instanceof CannotStart) return error.message
    throw error
  } finally {
    await snapshot.close()
  }
}
