/**
 * Addresses of subjects, each with its kind in the log. Comments and posts come first, because their addresses begin with
 * another subject's.
 */
const addresses: readonly [pattern: RegExp, kind: string][] = [
  [/\/(?:place|catalog|groups)\/[^#]*#comment-(\w+)/, 'comment'],
  [/\/user\/[^#]*#post-(\w+)/, 'post'],
  [/\/user\/[^/?#]+\/post\/(\w+)/, 'post'],
  [/\/place\/(\d+)/, 'place'],
  [/\/catalog\/(\d+)/, 'asset'],
  [/\/admin\/reports\/(\w+)/, 'report'],
]

/** Returns a subject as the log stores it. Also accepts the subject's address. */
export function subjectOf(text: string): string {
  for (const [pattern, kind] of addresses) {
    const id = pattern.exec(text)?.[1]
    if (id) return `${kind}:${id}`
  }
  return text
}

/** Returns the name of the group at an address; undefined for other addresses, such as that of a comment in the group. */
export function groupNameIn(address: string): string | undefined {
  const name = /\/groups\/([^/?#]+)(?!.*#comment-)/.exec(address)?.[1]
  if (name === undefined) return undefined
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
