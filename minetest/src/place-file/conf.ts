/** Maximum characters of a value. Longer ones are cut. */
const valueLength = 1_000

/**
 * Returns the wanted settings in a settings file of the engine: lines `name = value`, comments after `#`, and values over several lines
 * between `"""`. Like the engine, it skips other lines. Takes time in proportion to the size of the text.
 */
export function parseConf(text: string, wanted: ReadonlySet<string>): Map<string, string> {
  const settings = new Map<string, string>()
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const keep = (name: string, value: string) => {
    if (wanted.has(name)) settings.set(name, copyOf(value.slice(0, valueLength)))
  }
  for (let at = 0; at < lines.length; at++) {
    const [name, value] = settingIn(lines[at] ?? '')
    if (name === '' || name.startsWith('#')) continue
    if (value !== '"""') {
      keep(name, value)
      continue
    }
    const first = at + 1
    do at++
    while (at < lines.length && lines[at]?.trim() !== '"""')
    keep(name, lines.slice(first, at).join('\n'))
  }
  return settings
}

/** Returns the name and the value in a line. Without a name, the line has no setting. */
function settingIn(line: string): [name: string, value: string] {
  const sign = line.indexOf('=')
  return sign < 0 ? ['', ''] : [line.slice(0, sign).trim(), line.slice(sign + 1).trim()]
}

/** A part of a string can keep the whole string in memory, and an archive can have thousands of files. */
const copyOf = (part: string) => Buffer.from(part).toString()
