import { isFatal, type LogReport, listReports } from './reports.ts'

/** Equal errors or warnings of one version of a game. */
export interface GameError {
  /** `crash`: it ended the server. */
  kind: 'crash' | 'error' | 'warning'
  /** The engine's or the game's own words. */
  message: string
  /** Path in the game; null: not known. */
  file: string | null
  /** Line in the file; null: not known. */
  line: number | null
  /** The engine's full output at the last occurrence, with paths in the game. */
  details: string
  /** Version of the place; null: not known. */
  version: number | null
  /** When it first happened, in Unix milliseconds. */
  first: number
  /** When it last happened, in Unix milliseconds. */
  last: number
  /** How often it happened. */
  count: number
}

const maxErrors = 100
const maxMessageLength = 500
const maxDetailsLength = 5_000

/** Characters of a path of a server's folder. Lua cuts the beginnings of long ones, and writes `...` instead. */
const folder = String.raw`(?:\.\.\.|/)[^\s:'"<>]{0,300}?`
const beforeGame = new RegExp(String.raw`${folder}/games/place/?(?=[\s:'"<>]|$|\w)`, 'g')
const beforeMods = new RegExp(String.raw`${folder}(?=\b(?:mods|worldmods|builtin)/)`, 'g')
const position = /\b((?:mods|worldmods)\/[^\s:'"<>]+):(\d+)/
const script = /\b((?:mods|worldmods)\/[^\s:'"<>]+\.lua)\b/

const withoutFolders = (text: string) => text.replace(beforeGame, '').replace(beforeMods, '')

/** Whether a line names a file or folder of the game. */
const namesGame = (text: string) => /games\/place\b|\b(mods|worldmods)\//.test(text)

/** Errors of the platform's own mod are for operators. */
const isOwn = ({ lines }: LogReport) => /^\[?baseplate\b/.test(lines[0] ?? '')

/**
 * Lists the errors of a game's Lua in the log of its servers, and the warnings that name a file of the game: each once per version,
 * the latest first.
 */
export function listGameErrors(log: string): GameError[] {
  const found = new Map<string, GameError>()
  for (const report of listReports(log)) {
    if (isOwn(report) || (report.level === 'WARNING' && !report.lines.some(namesGame))) continue
    const error = errorOf(report)
    const { version, kind, file, line, message } = error
    const key = JSON.stringify([version, kind, file, line, message])
    const known = found.get(key)
    if (known) Object.assign(known, { last: error.last, details: error.details, count: known.count + 1 })
    else found.set(key, error)
  }
  return [...found.values()].sort((one, other) => other.last - one.last).slice(0, maxErrors)
}

function errorOf(report: LogReport): GameError {
  const { lines, time, version, level } = report
  const written = lines.map(withoutFolders)
  const at = find(written, position) ?? find(written, script)
  return {
    kind: isFatal(report) ? 'crash' : level === 'ERROR' ? 'error' : 'warning',
    message: messageOf(written).slice(0, maxMessageLength).toWellFormed(),
    file: at?.[1] ?? null,
    line: at?.[2] === undefined ? null : Number(at[2]),
    details: written.join('\n').slice(0, maxDetailsLength).toWellFormed(),
    version,
    first: time,
    last: time,
    count: 1,
  }
}

const find = (lines: readonly string[], pattern: RegExp) =>
  lines.map((text) => pattern.exec(text)).find((match) => match !== null)

/** Words of the engine before the message itself, and the place in the code before or after it. */
const before =
  /^(?:ModError: Failed to load and run script from \S+: |(?:\w+Error: )?(?:AsyncErr: )?(?:\w+: )?Runtime error from mod '[^']*' in callback [^(]*\(\): )/
const positions = /^(?:\S+\.lua:\d+: )|\s*\(at \S+:\d+\)$|\s(?:accessed )?at \S+\.lua:\d+$/g

function messageOf(written: readonly string[]): string {
  const trace = written.indexOf('stack traceback:')
  const lines = trace < 0 ? written : written.slice(0, trace)
  const text = lines.map((line) => line.trim()).join(' ')
  return text.replace(before, '').replace(positions, '') || text
}
