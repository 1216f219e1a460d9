import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'

/** Whether the test run has an object store. */
export const hasObjectStore = inject('filesUrl') !== undefined

/** Returns an address in the test run's object store below which there is nothing yet. */
export function newFilesUrl(): string {
  Object.assign(process.env, inject('s3Environment'))
  const url = new URL(inject('filesUrl') ?? '')
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${randomUUID()}`
  return url.href
}
