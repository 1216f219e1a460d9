import { t } from './t.ts'

/** The notes that the platform writes into the ledger, which keeps them in English. */
const notes = {
  bought: /^Bought (.+)$/s,
  group: /^Created the group (.+)$/s,
  created: /^Created (.+)$/s,
}

/** Formats the note of a transaction. Notes that users wrote stay as they are. */
export function formatNote(note: string): string {
  const [, bought] = notes.bought.exec(note) ?? []
  if (bought !== undefined) return t('money.notes.bought', { name: bought })
  const [, group] = notes.group.exec(note) ?? []
  if (group !== undefined) return t('money.notes.group', { name: group })
  const [, created] = notes.created.exec(note) ?? []
  if (created !== undefined) return t('money.notes.created', { name: created })
  return note === 'Stipend' ? t('money.notes.stipend') : note
}
