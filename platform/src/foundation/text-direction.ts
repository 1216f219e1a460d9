/** Characters that begin an embedding or an isolate, and the ones that end them (unicode.org/reports/tr9/#Directional_Formatting_Characters). */
const ends: Readonly<Record<string, string>> = {
  '\u202a': '\u202c',
  '\u202b': '\u202c',
  '\u2066': '\u2069',
  '\u2067': '\u2069',
  '\u2068': '\u2069',
}

const controls = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Removes overrides of the direction of text, and ends every embedding and isolate in its line. A text of a user could otherwise
 * reverse what is written beside it. Each character keeps the direction of its script.
 */
export const settleDirection = (text: string): string => text.split('\n').map(settleLine).join('\n')

function settleLine(line: string): string {
  /** Ends of what is open; empty for a removed override, whose end is removed, too. */
  const open: string[] = []
  const settled = line.replaceAll(controls, (control) => {
    const end = ends[control]
    if (end !== undefined) {
      open.push(end)
      return control
    }
    if (control === '\u202d' || control === '\u202e') {
      open.push('')
      return ''
    }
    const last = open.at(-1)
    if (last === control) return open.pop() ?? ''
    if (last !== '') return ''
    open.pop()
    // The end of an isolate also ends an override in it.
    return control === '\u2069' && open.at(-1) === control ? (open.pop() ?? '') : ''
  })
  return settled + open.toReversed().join('')
}
