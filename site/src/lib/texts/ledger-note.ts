import { t } from './t.ts'

/** The notes that the platform writes into the ledger, which keeps them in English. The first pattern that matches counts. */
const notes = [
  [/^Bought (.+)$/s, 'money.notes.bought'],
  [/^Created the group (.+)$/s, 'money.notes.group'],
  [/^Created (.+)$/s, 'money.notes.created'],
] as const

/**
 * Formats the note of a transaction. Notes that users wrote stay as they are.
 *
 * @param received whether the reader received the amount. Makers read that they sold what others bought.
 */
export function formatNote(note: string, received = false): string {
  if (note === 'Stipend') return t('money.notes.stipend')
  for (const [pattern, key] of notes) {
    const name = pattern.exec(note)?.[1]
    if (name === undefined) continue
    return t(received && key === 'money.notes.bought' ? 'money.notes.sold' : key, { name })
  }
  return note
}
