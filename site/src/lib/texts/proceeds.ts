import { formatPercent } from './format.ts'
import { t } from './t.ts'

/**
 * Describes the maker's share of a sale.
 *
 * @param fee the platform's share, from 0 to 1
 */
export const proceeds = (fee: number): string =>
  fee === 0 ? t('catalog.proceeds_all') : t('catalog.proceeds_less_fee', { fee: formatPercent(fee) })
