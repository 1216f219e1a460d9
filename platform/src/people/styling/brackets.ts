import { tokenize, tokenTypes } from 'css-tree'
import { problem } from '../../foundation/problem.ts'
import type { Dropped } from './dropped.ts'

/** Maximum depth of brackets. Deeper nesting is never written by hand and would exhaust the parser's stack. */
const maxDepth = 20

const { RightParenthesis, RightSquareBracket, RightCurlyBracket } = tokenTypes

/** The closing token of each opening token. */
const closers = new Map([
  [tokenTypes.Function, RightParenthesis],
  [tokenTypes.LeftParenthesis, RightParenthesis],
  [tokenTypes.LeftSquareBracket, RightSquareBracket],
  [tokenTypes.LeftCurlyBracket, RightCurlyBracket],
])
const closing = new Set(closers.values())

/**
 * Checks the brackets of a source before css-tree 3.2.1 parses it. Replaces stray closing brackets by spaces, because the
 * parser may loop forever at one. It looks up the opening bracket in data left from an earlier source. `tooDeep` is the first
 * bracket that is nested too deep.
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
    if (closers.has(type)) open.push(closers.get(type))
    else if (closing.has(type) && open.at(-1) === type) open.pop()
    else if (closing.has(type) && open.length === 0) {
      strays.push(start)
      // One report per line is enough.
      if (dropped.at(-1)?.line !== lineOf(start))
        dropped.push({ line, text, problem: problem('styling.bracket_stray') })
    }
    if (open.length <= maxDepth) return
    const found = problem('styling.brackets_too_deep', { max: maxDepth })
    tooDeep = { line: lineOf(start), text, problem: found }
  })
  return { text: blanked(source, strays), dropped, tooDeep }
}

/** Replaces the characters at these offsets by spaces, which keeps every other offset and line. */
function blanked(source: string, offsets: readonly number[]): string {
  let text = ''
  let end = 0
  for (const offset of offsets) {
    text += `${source.slice(end, offset)} `
    end = offset + 1
  }
  return text + source.slice(end)
}
