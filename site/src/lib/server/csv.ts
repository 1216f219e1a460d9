import { csvText } from '@baseplate/platform/money/door'

/** A column of a CSV file. */
interface CsvColumn<Row> {
  label: string
  value: (row: Row) => string | number | null
}

/** Streams rows as a CSV file (RFC 4180). Format times with `timeCell`. */
export function csvFile<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterator<Row> | Iterator<Row>,
): Response {
  const encoder = new TextEncoder()
  const line = (cells: readonly (string | number | null)[]) =>
    encoder.encode(`${cells.map(cellOf).join(',')}\r\n`)
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(line(columns.map(({ label }) => label))),
    async pull(controller) {
      const { value, done } = await rows.next()
      if (done) controller.close()
      else controller.enqueue(line(columns.map((column) => column.value(value))))
    },
    async cancel() {
      await rows.return?.()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}

/** Formats a time as ISO 8601 in UTC. */
export const timeCell = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString())

const cellOf = (value: string | number | null): string =>
  typeof value === 'number' ? String(value) : csvText(value ?? '')
