import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Figure, isReached, shareOf } from './figure.ts'

const percent = (share: number) => `${Math.round(share * 100)} %`
const round = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1))

const columns = ['figure', 'measured', 'against', 'share', 'target', ''] as const

function rowOf(figure: Figure): string[] {
  const { name, value, unit, against, peer } = figure
  const share = shareOf(figure)
  return [
    name,
    `${round(value)} ${unit}`,
    peer === undefined ? against : `${against}: ${round(peer)}`,
    share === undefined ? '' : percent(share),
    targetOf(figure),
    figure.target && (isReached(figure) ? 'reached' : 'MISSED'),
  ].map((cell) => cell ?? '')
}

function targetOf({ target, unit }: Figure): string {
  if (!target) return ''
  if ('atMostShare' in target) return `<= ${percent(target.atMostShare)}`
  if ('atLeastShare' in target) return `>= ${percent(target.atLeastShare)}`
  return 'atMost' in target ? `<= ${round(target.atMost)} ${unit}` : `>= ${round(target.atLeast)} ${unit}`
}

/** Returns the measurements as a Markdown table. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [[...columns], ...figures.map(rowOf)]
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`)
  return lines.join('\n')
}

/** Writes the measurements as JSON with a description of the machine. Returns the file. */
export async function writeResults(figures: readonly Figure[]): Promise<string> {
  const folder = join(import.meta.dirname, '../results')
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.json`)
  const machine = {
    node: process.version,
    cores: availableParallelism(),
    processor: cpus()[0]?.model,
    memoryBytes: totalmem(),
  }
  const rows = figures.map((figure) => ({ ...figure, share: shareOf(figure), reached: isReached(figure) }))
  await writeFile(
    file,
    `${JSON.stringify({ measured: new Date().toISOString(), machine, figures: rows }, null, 2)}\n`,
  )
  return file
}
