/** Lines of a server's log that belong together, as the engine wrote them. */
export interface LogReport {
  level: 'ERROR' | 'WARNING'
  lines: string[]
  /** Unix milliseconds. */
  time: number
  /** Version of the place that the server ran; null: not known. */
  version: number | null
}

/** Characters of a line that are read. Patterns would take long on the lines of a hostile game. */
const maxLineLength = 1_000

const heading = /^--- (\S+) place \d+, port \d+(?:, version (\d+))?$/
const line = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d): ([A-Z]*)\[[^\]]*\]: (.*)$/

/** First lines of the errors that end a server. Everything that the engine writes as an error after them belongs to them. */
const fatal = /^(ModError|ServerError|LuaError|Game(Spec)?Error|BaseException): /

/** Whether an error has ended its server. */
export const isFatal = ({ level, lines }: Pick<LogReport, 'level' | 'lines'>): boolean =>
  level === 'ERROR' && fatal.test(lines[0] ?? '')

const belongsTo = (report: LogReport, level: string, text: string): boolean =>
  report.level === level &&
  (text.startsWith('\t') || text === 'stack traceback:' || (isFatal(report) && !fatal.test(text)))

/** Time zones differ by quarters of an hour. */
const quarterMs = 15 * 60 * 1000

/**
 * Lists the errors and warnings in the log of a place's servers (docs/reference/orchestrator.md#server-logs), in order. The engine writes
 * the local time of its machine. Its zone follows from the heading of the server, which is in UTC.
 */
export function listReports(log: string): LogReport[] {
  const reports: LogReport[] = []
  let server: { start: number | undefined; version: number | null } = { start: undefined, version: null }
  let zoneMs = 0
  let open: LogReport | undefined
  for (const written of log.split('\n').map((text) => text.slice(0, maxLineLength))) {
    const [, start, version] = heading.exec(written) ?? []
    if (start !== undefined) {
      server = { start: Date.parse(start), version: version === undefined ? null : Number(version) }
      open = undefined
      continue
    }
    const [, day, clock, level, text = ''] = line.exec(written) ?? []
    if (level === undefined) {
      open = undefined
      continue
    }
    const local = Date.parse(`${day}T${clock}Z`)
    // Its first line comes right after the heading.
    if (server.start !== undefined) zoneMs = Math.round((local - server.start) / quarterMs) * quarterMs
    server.start = undefined
    if (open && belongsTo(open, level, text)) open.lines.push(text)
    else if (level === 'ERROR' || level === 'WARNING') {
      open = { level, lines: [text], time: local - zoneMs, version: server.version }
      reports.push(open)
    } else open = undefined
  }
  return reports
}
