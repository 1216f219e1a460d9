import { actionTexts } from '@baseplate/platform/accounts/audit/action-texts'
import type { AuditedAction } from '@baseplate/platform/accounts/door'
import { compareNames } from '#lib/texts/format.ts'
import { t } from '#lib/texts/t.ts'

/** Returns an audited action as the audit log shows it. */
export const actionWords = (action: AuditedAction): string => t(actionTexts[action])

/** Returns all audited actions as options of a filter. */
export const actionOptions = (): { value: string; label: string }[] =>
  Object.entries(actionTexts)
    .map(([value, key]) => ({ value, label: t(key) }))
    .toSorted((one, other) => compareNames(one.label, other.label))
