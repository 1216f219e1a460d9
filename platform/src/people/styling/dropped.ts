import type { CssNode } from 'css-tree'
import { type PlainCode, type Problem, type ProblemArguments, problem } from '../../foundation/problem.ts'

/** A piece of profile CSS that is not shown. */
export interface Dropped {
  /** From 1. */
  line: number
  /** The beginning of the piece, as typed. */
  text: string
  /** Why the piece is dropped. */
  problem: Problem
}

/** Thrown for a piece that is not allowed. Caught at the smallest piece that can be left out. */
export class Rejected extends Error {
  readonly problem: Problem

  constructor(found: Problem) {
    super(found.code)
    this.problem = found
  }
}

export function drop(...of: ProblemArguments): never {
  throw new Rejected(problem(...of))
}

const maxTextLength = 100

/** Returns the result of `attempt`, or notes that the node is dropped. */
export function tryOrNote<T>(
  source: string,
  node: CssNode,
  dropped: Dropped[],
  attempt: () => T,
): T | undefined {
  try {
    return attempt()
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    note(source, node, dropped, error.problem)
    return undefined
  }
}

export function note(source: string, node: CssNode, dropped: Dropped[], of: PlainCode | Problem): void {
  const { start, end } = node.loc ?? { start: { line: 1, offset: 0 }, end: { offset: 0 } }
  const text = source.slice(start.offset, end.offset).replace(/\s+/g, ' ').trim()
  dropped.push({
    line: start.line,
    text: text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text,
    problem: problem(of),
  })
}
