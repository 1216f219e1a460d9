import type { Catalogues } from '@baseplate/texts/catalogues'
import type { MessageKey } from '@baseplate/texts/keys'
import type { ExportFile } from '../../foundation/exports.ts'

const about: Readonly<Record<ExportFile, MessageKey>> = {
  account: 'export.file.about_account',
  sessions: 'export.file.about_sessions',
  people: 'export.file.about_people',
  posts: 'export.file.about_posts',
  comments: 'export.file.about_comments',
  games: 'export.file.about_games',
  items: 'export.file.about_items',
  avatar: 'export.file.about_avatar',
  groups: 'export.file.about_groups',
  payments: 'export.file.about_payments',
  screenshots: 'export.file.about_screenshots',
  moderation: 'export.file.about_moderation',
  notifications: 'export.file.about_notifications',
  ledger: 'export.file.about_ledger',
  files: 'export.file.about_files',
}

const notes: readonly MessageKey[] = [
  'export.file.folders',
  'export.file.values',
  'export.file.taken_down',
  'export.file.secrets',
  'export.file.others',
  'export.file.meanwhile',
]

/** Returns the text that explains an export, in the language of its owner. */
export function readmeOf(
  texts: Catalogues,
  { language, site, started }: { language: string; site: { name: string }; started: number },
): string {
  const catalogue = texts.of(language)
  const lines = [
    catalogue.format('export.file.title', { site: site.name }),
    '',
    catalogue.format('export.file.made', { time: new Date(started).toISOString() }),
    '',
    ...Object.entries(about).map(([name, key]) => `${name}.json: ${catalogue.format(key)}`),
    ...notes.flatMap((key) => ['', catalogue.format(key)]),
    '',
  ]
  // Without a byte order mark, Notepad on Windows guesses the encoding.
  return `\uFEFF${lines.join('\n')}`
}
