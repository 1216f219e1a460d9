import { usernameLimits } from '@baseplate/platform/accounts/rules'
import { maxSearchLength } from '@baseplate/platform/foundation/text-lengths'
import type { PlainKey } from '@baseplate/texts/keys'
import { t } from '#lib/texts/t.ts'

interface Option {
  value: string
  label: string
}

/** A filter of a list. Its value is part of the URL, so that a filtered list can be shared. */
export type Filter = { name: string; label: string } & (
  | { kind: 'text'; maxlength: number }
  | { kind: 'choice'; options: readonly Option[] }
)

export const text = (name: string, label: string, maxlength: number = maxSearchLength): Filter => ({
  kind: 'text',
  name,
  label,
  maxlength,
})

export const username = (name: string, label: string): Filter => text(name, label, usernameLimits.max)

/**
 * @param first label of the option that means no filter. Its value is empty.
 * @param others labels by their value in the URL.
 */
export const choice = (
  name: string,
  label: string,
  first: string,
  others: readonly Option[] | Readonly<Record<string, string>>,
): Filter => ({
  kind: 'choice',
  name,
  label,
  options: [
    { value: '', label: first },
    ...(Array.isArray(others) ? others : Object.entries(others).map(([value, label]) => ({ value, label }))),
  ],
})

/** Returns options labelled by texts, by their value in the URL. */
export const optionsOf = (texts: Readonly<Record<string, PlainKey>>): Option[] =>
  Object.entries(texts).map(([value, key]) => ({ value, label: t(key) }))

export const order = (first: string, others: Readonly<Record<string, string>>): Filter =>
  choice('sort', t('admin.table.order'), first, others)
