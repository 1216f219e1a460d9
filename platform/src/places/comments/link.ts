import { slugOf } from '../../foundation/slug.ts'

/** Returns the path of the page that shows the comments on a place, or on one of its updates. */
export function commentsLink({ id, name, version }: { id: number; name: string; version: number }): string {
  const tab = version > 0 ? `tab=updates&update=${version}` : 'tab=comments'
  return `/place/${id}/${slugOf(name)}?${tab}`
}
