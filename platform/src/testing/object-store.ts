import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { TestProject } from 'vitest/node'
import { hasCeph, startCeph } from './ceph.ts'
import { hasSwift, type S3Server, startSwift } from './swift.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** `FILES_URL` of an empty bucket; undefined: there is no object store, and its tests are skipped. */
    filesUrl: string | undefined
    /** Variables with which the AWS SDK finds its server. */
    s3Environment: Record<string, string>
  }
}

const variables = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION', 'AWS_ENDPOINT_URL_S3'] as const

/** Address of the bucket of a server that tests start. */
export const bucketUrl = 's3://files?pathStyle=true'

/** Starts an object store for a test run, or uses the bucket of `TEST_S3_URL` with the AWS SDK's variables. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = process.env.TEST_S3_URL
  if (own) {
    const environment = variables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
    project.provide('filesUrl', own)
    project.provide('s3Environment', Object.fromEntries(environment) as Record<string, string>)
    return async () => {}
  }
  if (!hasSwift && !hasCeph) {
    process.stdout.write(
      'Tests of object storage are skipped: install swift-proxy, swift-account, swift-container and swift-object, or set TEST_S3_URL.\n',
    )
    project.provide('filesUrl', undefined)
    project.provide('s3Environment', {})
    return async () => {}
  }
  // Swift starts in half of the time that Ceph takes.
  const { environment, stop } = await startWithBucket(hasSwift ? startSwift : startCeph)
  project.provide('filesUrl', bucketUrl)
  project.provide('s3Environment', environment)
  return stop
}

/** Starts a server and creates the bucket of `bucketUrl`. */
export async function startWithBucket(start: () => Promise<S3Server>): Promise<S3Server> {
  const server = await start()
  Object.assign(process.env, server.environment)
  const client = new S3Client({
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  try {
    await client.send(new CreateBucketCommand({ Bucket: 'files' }))
    return server
  } catch (error) {
    await server.stop()
    throw error
  } finally {
    client.destroy()
  }
}
