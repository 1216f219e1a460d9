import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { isReached, type Measurement, shareOf } from './measurement.ts'

const percent = (share: number) => `${Math.round(share * 100)} %`
const round = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1))

/** Columns of the table, each with its cells. */
const columns: Record<string, (measurement: Measurement) => string> = {
  measurement: ({ name }) => name,
  measured: ({ value, unit }) => `${round(value)} ${unit}`,
  against: ({ against, peer }) => (peer === undefined ? against : `${against}: ${round(peer)}`),
  share: (measurement) => {
    const share = shareOf(measurement)
    return share === undefined ? '' : percent(share)
  },
  target: targetOf,
  '': (measurement) => (measurement.target ? (isReached(measurement) ? 'reached' : 'MISSED') : ''),
  'processor per request': ({ processorUs: { product, peer } = {} }) =>
    product === undefined || peer === undefined ? '' : `${product.toFixed(1)} µs, peer ${peer.toFixed(1)} µs`,
  'other programs': ({ besideCores }) =>
    besideCores === undefined ? '' : `${besideCores.toFixed(1)} cores BUSY`,
}

function targetOf({ target, unit }: Measurement): string {
  if (!target) return ''
  if ('atMostShare' in target) return `<= ${percent(target.atMostShare)}`
  if ('atLeastShare' in target) return `>= ${percent(target.atLeastShare)}`
  return 'atMost' in target ? `<= ${round(target.atMost)} ${unit}` : `>= ${round(target.atLeast)} ${unit}`
}

/** Returns the measurements as a Markdown table. */
export const tableOf = (measurements: readonly Measurement[]): string =>
  markdownTable([
    Object.keys(columns),
    ...measurements.map((measurement) => Object.values(columns).map((cellOf) => cellOf(measurement))),
  ])

/** @param rows the first one has the titles of the columns */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`)
  return lines.join('\n')
}

/** Writes the measurements as JSON with a description of the machine. Returns the file. */
export async function writeResults(measurements: readonly Measurement[]): Promise<string> {
  const folder = join(import.meta.dirname, '../results')
  await mkdir(folder, { recursive: true })
  const measured = new Date().toISOString()
  const file = join(folder, `${measured.replaceAll(':', '-')}.json`)
  const cores = availableParallelism()
  const machine = { node: process.version, cores, processor: cpus()[0]?.model, memoryBytes: totalmem() }
  const rows = measurements.map((measurement) => ({
    ...measurement,
    share: shareOf(measurement),
    reached: isReached(measurement),
  }))
  await writeFile(file, `${JSON.stringify({ measured, machine, measurements: rows }, null, 2)}\n`)
  return file
}
