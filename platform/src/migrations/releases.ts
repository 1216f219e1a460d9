/**
 * The releases, oldest first, each with its last migration. A version that is published gets a line here. Later migrations
 * must keep the tables and columns that it uses: CONTRIBUTING.md#write-migrations.
 */
export const releases: readonly { version: string; last: string }[] = []
