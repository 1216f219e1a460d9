import { permissionLevel } from '@baseplate/platform/accounts/rules'
import type { Question } from '#lib/components/question.ts'
import { levelName, levels } from './levels.ts'

type Fields = Record<string, string>

const textOf = (fields: Fields, name: string) => fields[name]?.trim() ?? ''

/**
 * Returns the confirmation for a moderation action. Warnings need none. Incomplete forms get none either, because the
 * server answers them with messages at the fields.
 */
export function moderationQuestion(fields: Fields, who = textOf(fields, 'username')): Question | undefined {
  const days = Number(textOf(fields, 'days'))
  if (who === '' || textOf(fields, 'reason') === '') return undefined
  const meaning = 'They are signed in no longer to anything but the reason, and what they are playing ends.'
  if (fields.type === 'Ban' && Number.isInteger(days) && days > 0)
    return {
      title: `Ban ${who} for ${days === 1 ? 'one day' : `${days} days`}?`,
      about: `${meaning} It ends by itself. They may appeal once, and you may lift it.`,
      confirm: 'Ban',
    }
  if (fields.type === 'Termination')
    return {
      title: `Terminate the account of ${who}?`,
      about: `${meaning} It does not end by itself. They may appeal once, and you may lift it.`,
      confirm: 'Terminate',
    }
  return undefined
}

/** The permissions that each level adds to the one below. */
const added: readonly { level: number; words: string }[] = [
  { level: permissionLevel.verified, words: 'a membership in games' },
  {
    level: permissionLevel.catalogManager,
    words: 'reports, approval and renders, and make items at no cost that are shown at once',
  },
  { level: permissionLevel.moderator, words: 'moderation, appeals, accounts and servers' },
  { level: permissionLevel.administrator, words: 'everything: money, flags, keys, and the levels of others' },
]

/** Returns the confirmation for a change of an account's level. */
export function levelQuestion(fields: Fields, who: string, from: number): Question | undefined {
  const chosen = fields.permissionLevel
  const to = Number(chosen)
  if (!levels.some(({ value }) => value === chosen)) return undefined
  const changed = added
    .filter(({ level }) => level > Math.min(from, to) && level <= Math.max(from, to))
    .map(({ words }) => words)
  const meaning = `they ${to > from ? 'have' : 'no longer have'} ${changed.join('; ')}`
  return {
    title: `Make ${who} ${levelName(to)}?`,
    about: to === from ? 'They are that already.' : `From the next thing they do, ${meaning}.`,
    confirm: 'Set level',
    harmless: true,
  }
}
