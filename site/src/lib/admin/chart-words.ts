import type { Chart, ChartName, LineName } from '@baseplate/platform/operations/door'
import type { PlainKey } from '@baseplate/texts/keys'
import { compactNumber, type Line, milliseconds } from '#lib/chart/chart.ts'
import { t } from '#lib/texts/t.ts'

const chartTitles: Readonly<Record<ChartName, PlainKey>> = {
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

const lineTitles: Readonly<Record<LineName, PlainKey>> = {
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

/** Returns a chart of metrics with its titles in the reader's language. */
export function chartWords({ name, of, lines }: Chart): { title: string; lines: Line[]; atLabel: string } {
  const format = name === 'requests' ? milliseconds : compactNumber
  const summaryOf = (points: Line['points']): number =>
    of === 'stretch' ? points.reduce((sum, { value }) => sum + value, 0) : (points.at(-1)?.value ?? 0)
  return {
    title: t(chartTitles[name]),
    lines: lines.map((line) => ({
      name: t(lineTitles[line.name]),
      summary: format(summaryOf(line.points)),
      points: line.points,
    })),
    atLabel: of === 'moment' ? t('admin.metrics.at') : t('admin.metrics.until'),
  }
}
