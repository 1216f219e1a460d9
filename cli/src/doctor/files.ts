import { randomUUID } from 'node:crypto'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { explainStorageFailure } from '@baseplate/platform/foundation/s3-files/explain-failure'
import { openObjectStorage } from '../backup/indexed-files.ts'
import { type Finding, fault, ok } from './finding.ts'

/** Checks that the storage of files can be written, read and emptied again. */
export async function checkFiles(config: Config): Promise<Finding> {
  const objects = await openObjectStorage(config)
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
