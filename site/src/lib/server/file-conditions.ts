import { Refused } from '@baseplate/platform/foundation/errors'
import type { Expected } from '@baseplate/platform/places/door'

/** The SHA-256 digest in a header: RFC 9530, section 2, with the byte sequences of RFC 9651. */
const sha256Member = /(?:^|,)\s*sha-256\s*=\s*:([A-Za-z0-9+/]{43}=):/i

/**
 * Reads what a program expects from the headers of its request: docs/reference/site-api.md#publish-a-file.
 *
 * @throws Refused `invalid`
 */
export function expectedBy(headers: Headers): Expected {
  const sha256 = digestOf(headers)
  const version = versionOf(headers)
  return { ...(sha256 !== undefined && { sha256 }), ...(version !== undefined && { version }) }
}

/** Both headers cover the same bytes here, because bodies have no content coding. Other algorithms are ignored. */
function digestOf(headers: Headers): string | undefined {
  const hashes = ['content-digest', 'repr-digest'].flatMap((name) => {
    const text = headers.get(name)
    if (text === null || !/(?:^|,)\s*sha-256\s*=/i.test(text)) return []
    const found = sha256Member.exec(text)?.[1]
    if (found === undefined) throw new Refused('files.digest_invalid')
    return [Buffer.from(found, 'base64').toString('hex')]
  })
  if (new Set(hashes).size > 1) throw new Refused('files.digest_invalid')
  return hashes[0]
}

function versionOf(headers: Headers): number | undefined {
  const [match, noneMatch] = [headers.get('if-match'), headers.get('if-none-match')]
  if (match === null && noneMatch === null) return undefined
  if (match === null && noneMatch === '*') return 0
  const version = noneMatch === null ? /^"([1-9]\d{0,8})"$/.exec(match ?? '')?.[1] : undefined
  if (version === undefined) throw new Refused('places.version_condition')
  return Number(version)
}

/** Headers that describe a published version. */
export const describeVersion = ({ version, sha256 }: { version: number; sha256: string }) => ({
  etag: `"${version}"`,
  'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
})
