import { permissionLevel } from '@baseplate/platform/accounts/rules'
import type { PlainKey } from '@baseplate/texts/keys'
import type { Question } from '#lib/components/question.ts'
import { formatList } from '#lib/texts/format.ts'
import { t } from '#lib/texts/t.ts'
import { levelName, levels } from './levels.ts'

type Fields = Record<string, string>

const textOf = (fields: Fields, name: string) => fields[name]?.trim() ?? ''

/**
 * Returns the confirmation for a moderation action. Warnings need none. Incomplete forms get none either, because the
 * server answers them with messages at the fields.
 */
export function moderationQuestion(
  fields: Fields,
  username = textOf(fields, 'username'),
): Question | undefined {
  const days = Number(textOf(fields, 'days'))
  if (username === '' || textOf(fields, 'reason') === '') return undefined
  if (fields.type === 'Ban' && Number.isInteger(days) && days > 0)
    return {
      title: t('moderation.ask.ban', { username, days }),
      about: t('moderation.ask.ban_about'),
      confirm: t('moderation.ask.ban_confirm'),
    }
  if (fields.type === 'Termination')
    return {
      title: t('moderation.ask.termination', { username }),
      about: t('moderation.ask.termination_about'),
      confirm: t('moderation.ask.termination_confirm'),
    }
  return undefined
}

/** The permissions that each level adds to the one below. */
const added: readonly { level: number; permissions: readonly PlainKey[] }[] = [
  { level: permissionLevel.verified, permissions: ['accounts-admin.permissions.membership'] },
  {
    level: permissionLevel.catalogManager,
    permissions: [
      'accounts-admin.permissions.reports',
      'accounts-admin.permissions.approval',
      'accounts-admin.permissions.renders',
      'accounts-admin.permissions.free_items',
    ],
  },
  {
    level: permissionLevel.moderator,
    permissions: [
      'accounts-admin.permissions.moderation',
      'accounts-admin.permissions.appeals',
      'accounts-admin.permissions.accounts',
      'accounts-admin.permissions.servers',
    ],
  },
  {
    level: permissionLevel.administrator,
    permissions: [
      'accounts-admin.permissions.money',
      'accounts-admin.permissions.flags',
      'accounts-admin.permissions.filter',
      'accounts-admin.permissions.keys',
      'accounts-admin.permissions.site',
      'accounts-admin.permissions.banners',
      'accounts-admin.permissions.audit',
      'accounts-admin.permissions.webhooks',
      'accounts-admin.permissions.levels',
    ],
  },
]

/** Returns the confirmation for a change of an account's level. */
export function levelQuestion(fields: Fields, username: string, from: number): Question | undefined {
  const chosen = fields.permissionLevel
  if (!levels().some(({ value }) => value === chosen)) return undefined
  const to = Number(chosen)
  return {
    title: t('accounts-admin.level.ask', { username, level: levelName(to) }),
    about: consequences(username, from, to),
    confirm: t('accounts-admin.level.submit'),
    harmless: true,
  }
}

function consequences(username: string, from: number, to: number): string {
  if (to === from) return t('accounts-admin.level.unchanged', { username })
  const changed = added.filter(({ level }) => level > Math.min(from, to) && level <= Math.max(from, to))
  const permissions = formatList(changed.flatMap(({ permissions }) => permissions.map((key) => t(key))))
  return to > from
    ? t('accounts-admin.level.added', { permissions })
    : t('accounts-admin.level.removed', { permissions })
}
