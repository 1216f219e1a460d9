import { day } from '../../foundation/clock.ts'

/** When a user may change their name again. Null: at once. */
export function nextRename(
  { renamed }: { renamed: number | null },
  { ChangeDays }: { ChangeDays: number },
  now: number,
): number | null {
  const next = renamed === null ? now : renamed + ChangeDays * day
  return next > now ? next : null
}
