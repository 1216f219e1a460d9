import { testFiles } from '@baseplate/platform/testing/files-contract'
import { databases, openTestPlatform } from '@baseplate/platform/testing/platforms'
import { describe } from 'vitest'
import { hasObjectStore, newFilesUrl } from '../support/object-store.ts'

describe.skipIf(!hasObjectStore).each(databases)('files in object storage with %s', (kind) => {
  testFiles(async () => (await openTestPlatform(kind, {}, { FILES_URL: newFilesUrl() })).files)
})
