/** Addresses of what entries are about, each with what the log calls it. */
const addresses: readonly [pattern: RegExp, kind: string][] = [
  [/\/place\/(\d+)/, 'place'],
  [/\/catalog\/\d+(?:\/[^#]*)?#comment-(\w+)/, 'comment'],
  [/\/catalog\/(\d+)/, 'asset'],
  [/\/user\/[^#]*#post-(\w+)/, 'post'],
  [/\/admin\/reports\/(\w+)/, 'report'],
]

/** Returns the subject, as the log has it, of a text that is one or the address of one. */
export function subjectOf(text: string): string {
  for (const [pattern, kind] of addresses) {
    const id = pattern.exec(text)?.[1]
    if (id) return `${kind}:${id}`
  }
  return text
}

/** Returns the name of the group that an address is of; undefined: it is of none. */
export function groupNameIn(address: string): string | undefined {
  const name = /\/groups\/([^/?#]+)/.exec(address)?.[1]
  if (name === undefined) return undefined
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
