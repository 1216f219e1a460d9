/** A bucket, and the prefix of the keys in it. */
export interface S3Location {
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
  /** Whether the bucket is part of the path instead of the host name. */
  pathStyle: boolean
}

const bucketForm = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** Parses `s3://bucket/prefix?pathStyle=true`. Returns undefined for any other address. */
export function parseS3Location(address: string): S3Location | undefined {
  const url = URL.parse(address)
  if (url?.protocol !== 's3:' || !bucketForm.test(url.hostname)) return undefined
  if (url.username !== '' || url.password !== '' || url.port !== '' || url.hash !== '') return undefined
  const { pathStyle = 'false', ...unknown } = Object.fromEntries(url.searchParams)
  if (Object.keys(unknown).length > 0 || !['true', 'false'].includes(pathStyle)) return undefined
  const path = url.pathname.replace(/^\/+|\/+$/g, '')
  if (!/^[A-Za-z0-9/._-]*$/.test(path)) return undefined
  return { bucket: url.hostname, prefix: path === '' ? '' : `${path}/`, pathStyle: pathStyle === 'true' }
}
