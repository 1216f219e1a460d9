/**
 * Parses a settings file of the engine: lines `name = value`, comments after `#`, and values over several lines between `"""`. Like the
 * engine, it skips other lines.
 */
export function parseConf(text: string): Map<string, string> {
  const settings = new Map<string, string>()
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  for (let at = 0; at < lines.length; at++) {
    const [, name, value] = /^\s*([^#=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(lines[at] ?? '') ?? []
    if (name === undefined || value === undefined) continue
    if (value !== '"""') {
      settings.set(name, value)
      continue
    }
    const end = lines.findIndex((line, index) => index > at && line.trim() === '"""')
    const last = end < 0 ? lines.length : end
    settings.set(name, lines.slice(at + 1, last).join('\n'))
    at = last
  }
  return settings
}
