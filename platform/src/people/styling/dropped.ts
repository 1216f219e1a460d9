import type { CssNode } from 'css-tree'

/** A piece of profile CSS that is not shown. */
export interface Dropped {
  /** From 1. */
  line: number
  /** The piece as it was typed, or its beginning. */
  text: string
  /** Why, in words for who typed it. */
  reason: string
}

/** Thrown where a piece cannot stay; caught by what can do without it. */
export class CannotStay extends Error {}

export function drop(reason: string): never {
  throw new CannotStay(reason)
}

const maxTextLength = 100

/** Keeps what `attempt` makes, or notes what was dropped instead. */
export function keepOrNote<T>(
  source: string,
  node: CssNode,
  dropped: Dropped[],
  attempt: () => T,
): T | undefined {
  try {
    return attempt()
  } catch (error) {
    if (!(error instanceof CannotStay)) throw error
    note(source, node, dropped, error.message)
    return undefined
  }
}

export function note(source: string, node: CssNode, dropped: Dropped[], reason: string): void {
  const { start, end } = node.loc ?? { start: { line: 1, offset: 0 }, end: { offset: 0 } }
  const text = source.slice(start.offset, end.offset).replace(/\s+/g, ' ').trim()
  dropped.push({
    line: start.line,
    text: text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text,
    reason,
  })
}
