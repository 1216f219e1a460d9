import type { Reasons } from '../foundation/reasons.ts'

/** Reasons of the refusals of this domain, apart from those of invalid requests. */
export const refusals: Reasons<'groups' | 'limits' | 'posts' | 'styling'> = {
  'groups.changing_forbidden': 'forbidden',
  'groups.closed': 'missing',
  'groups.members_only': 'forbidden',
  'groups.not_found': 'missing',
  'limits.group_joins': 'limited',
  'limits.posts': 'limited',
  'limits.stylings': 'limited',
  'posts.deleting_forbidden': 'forbidden',
  'posts.editing_forbidden': 'forbidden',
  'posts.not_found': 'missing',
  'posts.refused': 'forbidden',
  'posts.restoring_forbidden': 'forbidden',
  'styling.not_found': 'missing',
}
