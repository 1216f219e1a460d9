/** Names of the report subjects. */
export const typeWords: Record<string, string> = {
  user: 'Person',
  post: 'Post',
  comment: 'Comment',
  place: 'Game',
  asset: 'Item',
  group: 'Group',
}
