import { randomUUID } from 'node:crypto'
import { hasCeph, startCeph } from '@baseplate/platform/testing/ceph'
import { bucketUrl, startWithBucket } from '@baseplate/platform/testing/object-store'
import type { DatabaseKind } from '@baseplate/platform/testing/platforms'
import { hasSwift, type S3Server } from '@baseplate/platform/testing/swift'
import { afterAll, beforeAll, describe, inject } from 'vitest'

/** Browser tests load this module as well, outside Vitest. They use no object store. */
const isVitest = process.env.VITEST !== undefined

const filesUrl = isVitest ? inject('filesUrl') : undefined

/** Whether the test run has an object store. */
export const hasObjectStore = filesUrl !== undefined

/** Variables with which the AWS SDK finds the test run's object store. */
export const s3Environment: Record<string, string> = isVitest ? inject('s3Environment') : {}

/** Returns an address in the test run's object store for files of one name; undefined: there is no object store. */
export const filesUrlOf = (name: string): string | undefined =>
  filesUrl === undefined ? undefined : below(filesUrl, name)

function below(address: string, name: string): string {
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${name}`
  return url.href
}

/** Returns an address in the test run's object store below which there is nothing yet. This process uses it from then on. */
export const newFilesUrl = (): string => newUrlIn(s3Environment, filesUrl ?? '')

function newUrlIn(environment: Record<string, string>, address: string): string {
  Object.assign(process.env, environment)
  return below(address, randomUUID())
}

/** An object store of the tests. */
export interface ObjectStore {
  /** Returns an address below which there is nothing yet. From then on, this process uses this object store. */
  newFilesUrl(): string
  /** Address of the server. */
  endpoint(): string
  /** Databases to test it with. Object stores do not affect the rows of file names, so one store is tested with both. */
  databases: readonly DatabaseKind[]
}

/** Declares the same tests for each object store: that of the test run, and in `npm run faults` also Ceph, which starts slowly. */
export function describeObjectStores(tests: (store: ObjectStore) => void): void {
  describe.skipIf(!hasObjectStore)('object storage of the test run', () => {
    tests({
      newFilesUrl,
      endpoint: () => s3Environment.AWS_ENDPOINT_URL_S3 ?? '',
      databases: ['SQLite', 'PostgreSQL'],
    })
  })
  const isCephWanted = process.env.ALL_CASES !== undefined && !process.env.TEST_S3_URL
  describe.runIf(hasSwift && hasCeph && isCephWanted)('object storage of Ceph', () => {
    let ceph: S3Server
    beforeAll(async () => {
      ceph = await startWithBucket(startCeph)
    })
    afterAll(() => ceph.stop())
    tests({
      newFilesUrl: () => newUrlIn(ceph.environment, bucketUrl),
      endpoint: () => ceph.environment.AWS_ENDPOINT_URL_S3 ?? '',
      databases: ['PostgreSQL'],
    })
  })
}
