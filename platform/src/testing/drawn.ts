import type { Db } from '../foundation/database.ts'
import { newRenderId } from '../foundation/ids.ts'
import type { RenderSubject } from '../rendering/rules.ts'

/** Marks the pictures of a subject as drawn, as a renderer does after it has stored their files. */
export async function markDrawn(
  { db, now }: { db: Db; now: () => number },
  subject: RenderSubject,
): Promise<void> {
  const done = { render_id: newRenderId(), state: 'done', finished: now() } as const
  await db
    .insertInto('renders')
    .values({ ...done, subject, priority: 0, edition: 1, attempts: 1, requested: now(), due: now() })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(done))
    .execute()
}
