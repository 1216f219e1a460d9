import { tokenize, tokenTypes } from 'css-tree'
import type { Dropped } from './dropped.ts'

/** Nothing that somebody writes by hand goes this deep; what does would use up the parser's stack. */
const maxDepth = 20

const { RightParenthesis, RightSquareBracket, RightCurlyBracket } = tokenTypes

/** What ends what a token begins. */
const ends = new Map([
  [tokenTypes.Function, RightParenthesis],
  [tokenTypes.LeftParenthesis, RightParenthesis],
  [tokenTypes.LeftSquareBracket, RightSquareBracket],
  [tokenTypes.LeftCurlyBracket, RightCurlyBracket],
])
const closing = new Set(ends.values())

/**
 * Reads the brackets before the parser does (css-tree 3.2.1). One that is outside all others and closes nothing becomes a
 * space: the parser looks up what it might close in what is left of an earlier source, and may then never come to an
 * end. `tooDeep` is the first that is too deep for it.
 */
export function readBrackets(source: string): {
  text: string
  dropped: Dropped[]
  tooDeep: Dropped | undefined
} {
  const open: (number | undefined)[] = []
  const strays: number[] = []
  const dropped: Dropped[] = []
  let tooDeep: Dropped | undefined
  let line = 1
  let counted = 0
  const lineOf = (offset: number) => {
    line += source.slice(counted, offset).split('\n').length - 1
    counted = offset
    return line
  }
  tokenize(source, (type, start, end) => {
    if (tooDeep) return
    const text = source.slice(start, end)
    if (ends.has(type)) open.push(ends.get(type))
    else if (closing.has(type) && open.at(-1) === type) open.pop()
    else if (closing.has(type) && open.length === 0) {
      strays.push(start)
      // Of many in a line one is enough to find them.
      if (dropped.at(-1)?.line !== lineOf(start)) dropped.push({ line, text, reason: 'This closes nothing' })
    }
    if (open.length <= maxDepth) return
    const reason = `Brackets are at most ${maxDepth} deep; nothing of this styling is shown`
    tooDeep = { line: lineOf(start), text, reason }
  })
  return { text: blanked(source, strays), dropped, tooDeep }
}

/** Offsets and lines of all that is left stay as they were. */
function blanked(source: string, offsets: readonly number[]): string {
  let text = ''
  let end = 0
  for (const offset of offsets) {
    text += `${source.slice(end, offset)} `
    end = offset + 1
  }
  return text + source.slice(end)
}
