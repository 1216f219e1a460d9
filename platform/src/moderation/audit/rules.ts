/** Addresses of subjects, each with its kind in the log. Those of comments and posts also have the address of another subject. */
const addresses: readonly [pattern: RegExp, kind: string][] = [
  [/\/(?:place|catalog|groups)\/[^#]*#comment-(\w+)/, 'comment'],
  [/\/user\/[^#]*#post-(\w+)/, 'post'],
  [/\/user\/[^/?#]+\/post\/(\w+)/, 'post'],
  [/\/place\/(\d+)/, 'place'],
  [/\/catalog\/(\d+)/, 'asset'],
  [/\/admin\/reports\/(\w+)/, 'report'],
]

/** Returns the subject as the log stores it, given that or its address. */
export function subjectOf(text: string): string {
  for (const [pattern, kind] of addresses) {
    const id = pattern.exec(text)?.[1]
    if (id) return `${kind}:${id}`
  }
  return text
}

/** Returns the name of the group at an address, or undefined if it is not the address of a group, but of a comment for example. */
export function groupNameIn(address: string): string | undefined {
  const name = /\/groups\/([^/?#]+)(?!.*#comment-)/.exec(address)?.[1]
  if (name === undefined) return undefined
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
