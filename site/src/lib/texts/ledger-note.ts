import { t } from './t.ts'

/** The notes that the platform writes into the ledger, which keeps them in English. The first pattern that matches counts. */
const notes = [
  [/^Bought (.+)$/s, 'money.notes.bought'],
  [/^Created the group (.+)$/s, 'money.notes.group'],
  [/^Created (.+)$/s, 'money.notes.created'],
] as const

/** Formats the note of a transaction. Notes that users wrote stay as they are. */
export function formatNote(note: string): string {
  if (note === 'Stipend') return t('money.notes.stipend')
  for (const [pattern, key] of notes) {
    const name = pattern.exec(note)?.[1]
    if (name !== undefined) return t(key, { name })
  }
  return note
}
