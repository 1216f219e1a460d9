import type { ChartName, LineName } from '@baseplate/platform/operations/metrics/view'
import type { PlainKey } from '@baseplate/texts/keys'

export const chartTitles: Readonly<Record<ChartName, PlainKey>> = {
  playing: 'admin.metrics.charts.playing',
  users: 'admin.metrics.charts.users',
  registrations: 'admin.metrics.charts.registrations',
  visits: 'admin.metrics.charts.visits',
  purchases: 'admin.metrics.charts.purchases',
  supply: 'admin.metrics.charts.supply',
  issuance: 'admin.metrics.charts.issuance',
  renders: 'admin.metrics.charts.renders',
  requests: 'admin.metrics.charts.requests',
}

export const lineTitles: Readonly<Record<LineName, PlainKey>> = {
  playing: 'admin.metrics.lines.playing',
  users: 'admin.metrics.lines.users',
  registrations: 'admin.metrics.lines.registrations',
  visits: 'admin.metrics.lines.visits',
  purchases: 'admin.metrics.lines.purchases',
  supply: 'admin.metrics.lines.supply',
  minted: 'admin.metrics.lines.minted',
  burned: 'admin.metrics.lines.burned',
  renders: 'admin.metrics.lines.renders',
  median: 'admin.metrics.lines.median',
  slow: 'admin.metrics.lines.slow',
}
