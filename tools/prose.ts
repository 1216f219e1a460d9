/**
 * Flags wording in comments, test names and Markdown that makes readers decode a sentence: subjects without a name, and sentences that
 * only hint at what they are about (CONTRIBUTING.md, "How to write"). `npm run check` runs it.
 */
import ts from 'typescript'
import { scriptsOf } from './sizes.ts'
import { generated, parseScript, runChecks, type SourceCheck } from './source-check.ts'

/** A piece of prose and the line on which it begins. */
export interface Prose {
  line: number
  text: string
}

const habits: readonly [pattern: RegExp, advice: string][] = [
  [/\bwho(m|so)?ever\b/i, 'name the subject'],
  [/\b(somebody|anybody)('s)?\b/i, 'name the subject: player, moderator, operator, client, …'],
  [/\banew\b/i, 'use the standard term: re-render, retry, rewrite'],
  [/\bso (many|much)\b(?! (as|that)\b)/i, 'say what the number is'],
  [/\b(those|he|they) (that|who|which)\b/i, 'name the subject'],
  [/\bwhat is there\b/i, 'say what it is'],
  [/\bof (theirs|ours|its own accord)\b/i, 'say whose with a noun'],
  [/\b(the contract|decisions?, section)\b/i, 'link a heading of docs/reference/'],
]

const opening = /^(What|Whatever|Who|Whom|Whose|Of)\b/

/** Returns a sentence for each habit in a piece of prose. */
export function findHabits({ text }: Prose): string[] {
  const found = habits.flatMap(([pattern, advice]) => {
    const match = pattern.exec(text)
    return match ? [`"${match[0]}": ${advice}`] : []
  })
  const fragments = text
    .split(/(?<=[.!?:])\s+|\n\s*\n/)
    .filter((sentence) => opening.test(sentence.trim()) && !/\?\W*$/.test(sentence.trim()))
    .map((sentence) => `"${sentence.trim().slice(0, 40)}": begin with the subject or a verb`)
  return [...found, ...fragments]
}

/** Returns the comments of TypeScript, with continued lines joined, and the names of its tests. */
export function proseOfScript(source: string): Prose[] {
  const parsed = parseScript(source)
  const comments = new Map<number, Prose>()
  const names: Prose[] = []
  const lineOf = (position: number) => parsed.getLineAndCharacterOfPosition(position).line + 1
  const visit = (node: ts.Node): void => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.getEnd()) ?? []),
    ])
      comments.set(range.pos, { line: lineOf(range.pos), text: plain(source.slice(range.pos, range.end)) })
    if (ts.isCallExpression(node) && /^(test|it|describe)\b/.test(node.expression.getText())) {
      const [name] = node.arguments
      if (name && ts.isStringLiteralLike(name)) names.push({ line: lineOf(name.getStart()), text: name.text })
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  const inOrder = [...comments].sort(([a], [b]) => a - b).map(([, comment]) => comment)
  return [...joinLines(inOrder), ...names]
}

/** Line comments that follow each other are one text. */
function joinLines(comments: readonly Prose[]): Prose[] {
  const joined: Prose[] = []
  let end = 0
  for (const { line, text } of comments) {
    const before = joined.at(-1)
    if (before && end === line - 1 && !text.includes('\n')) before.text += ` ${text}`
    else joined.push({ line, text })
    end = line
  }
  return joined
}

const plain = (comment: string): string =>
  comment
    .replace(/^\/\*\*?|\*\/$/g, '')
    .replace(/^\s*(\*|\/\/) ?/gm, '')
    .replace(/`[^`]*`/g, 'code')
    .trim()

/** Returns the paragraphs, list entries and table cells of Markdown, without code. */
export function proseOfMarkdown(source: string): Prose[] {
  const withoutCode = source
    .replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, 'code')
  const found: Prose[] = []
  for (const [index, line] of withoutCode.split('\n').entries()) {
    const text = line.replace(/^\s*([-*#>]+|\d+\.)\s+/, '').trim()
    if (text === '') continue
    const before = found.at(-1)
    const continues =
      before && text === line.trim() && !line.startsWith('|') && withoutCode.split('\n')[index - 1]?.trim()
    if (before && continues) before.text += ` ${text}`
    else found.push({ line: index + 1, text: text.replaceAll('|', '\n\n') })
  }
  return found
}

/** Files whose prose is data: texts of a made-up world, words of a filter. */
const exempt = /^(demo\/src\/words|tools\/prose)/

/** Sentences that are right as they are: the file and a piece of the text. */
const exceptions: readonly [file: string, text: string][] = []

const found: string[] = []

export const prose: SourceCheck = {
  files:
    '{*.md,docs/**/*.md,{storage,economy,platform,renderer,minetest,service,client,client-api,site,orchestrator,cli,demo,e2e,bench,website,tools,deploy}/**/*.{ts,mjs,svelte}}',
  exclude: generated,
  visit(file, source) {
    if (exempt.test(file)) return
    const pieces = file.endsWith('.md')
      ? proseOfMarkdown(source)
      : scriptsOf(file, source).flatMap(proseOfScript)
    for (const piece of pieces) {
      if (exceptions.some(([where, text]) => where === file && piece.text.includes(text))) continue
      for (const habit of findHabits(piece)) found.push(`${file}:${piece.line} ${habit}`)
    }
  },
  finish: () => ({ faults: found, summary: `${found.length} to reword` }),
}

if (import.meta.main) await runChecks([prose])
