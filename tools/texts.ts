/**
 * Checks the texts of pages: every text that a reader sees comes from `texts/`, every key is used, and every language has
 * the same keys with the same arguments. `npm run check` runs it.
 */
import { parse } from 'svelte/compiler'
import ts from 'typescript'
import { argumentsOf, parseMessage } from '../texts/src/parse.ts'
import { readShipped, shippedLocales } from '../texts/src/read.ts'
import { parseScript, runChecks, type SourceCheck } from './source-check.ts'

interface Finding {
  line: number
  text: string
}

/** Attributes whose values are not texts. */
const neverText =
  /^(class|style|href|src|srcset|sizes|media|id|name|type|for|form|action|method|enctype|rel|role|d|points|transform|viewBox|fill|stroke|target|autocomplete|inputmode|pattern|accept|loading|decoding|slot|xmlns|tabindex|value|key|text|aria-(hidden|controls|labelledby|describedby|live|current|haspopup|owns|orientation|sort|invalid)|data-.*|on.*)$/

/** Attributes whose values are always texts, even in one small word. */
const alwaysText = /^(title|label|alt|placeholder|aria-label|aria-description|hint|about|submit|summary)$/

const hasLetters = /\p{L}{2}/u

/** Words with a capital letter or with spaces between them. Names of styles have hyphens, colons or brackets. */
const looksLikeText = (text: string): boolean =>
  /^\p{Lu}\p{Ll}+([ ,.!?…:’']|$)/u.test(text) ||
  (/\p{L}{2,}[.,!?…:’]?\s+\p{L}{2,}/u.test(text) && !/\S[-:[\]/]\S|^\S+ \S+$/.test(text))

/** Returns texts of a component that are not from `texts/`. */
export function findInComponent(source: string): Finding[] {
  const { fragment, instance, module } = parse(source, { modern: true })
  const lineAt = (position: number) => source.slice(0, position).split('\n').length
  const found: Finding[] = []
  const visit = (node: unknown, isShown: boolean): void => {
    if (Array.isArray(node)) for (const child of node) visit(child, isShown)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    const { type, start, name, data, value } = node as Record<string, unknown> & { start: number }
    if (type === 'Attribute') {
      visitAttribute(String(name), value)
    } else if (type === 'Text') {
      if (isShown && hasLetters.test(String(data)))
        found.push({ line: lineAt(start), text: String(data).trim() })
    } else if (type === 'ExpressionTag' || type === 'SpreadAttribute') {
      const { end } = node as { end: number }
      const inside = findInScript(`(${source.slice(start, end).replace(/^\{|\}$/g, '')})`)
      if (isShown) found.push(...inside.map(({ text }) => ({ line: lineAt(start), text })))
    } else {
      for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child, isShown)
    }
  }
  const visitAttribute = (name: string, value: unknown): void => {
    const before = found.length
    visit(value, !neverText.test(name))
    const isText = ({ text }: Finding) => alwaysText.test(name) || looksLikeText(text)
    found.splice(before, found.length, ...found.slice(before).filter(isText))
  }
  visit(fragment, true)
  for (const script of [instance, module]) {
    if (!script) continue
    const { start, end } = script.content as unknown as { start: number; end: number }
    const first = lineAt(start)
    found.push(
      ...findInScript(source.slice(start, end)).map(({ line, text }) => ({ line: line + first - 1, text })),
    )
  }
  return found
}

/** Returns strings of a script that look like texts. Errors and log lines are left out. */
export function findInScript(source: string): Finding[] {
  const file = parseScript(source)
  const found: Finding[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) return
    if (ts.isCallExpression(node) && /\.log\.\w+$/.test(node.expression.getText())) return
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    if (isValue(node)) return
    const text =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateTail(node) ||
      ts.isTemplateMiddle(node)
        ? node.text
        : ''
    if (looksLikeText(text.trim()))
      found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/**
 * Whether a string is a value of the platform that code compares, maps to a text, or sends as the value of an option, or the
 * English summary of an operation for the description of the API.
 */
function isValue(node: ts.Node): boolean {
  const { parent } = node
  if (!ts.isStringLiteral(node)) return false
  if (ts.isBinaryExpression(parent)) return /^[!=]==$/.test(parent.operatorToken.getText())
  return (
    ts.isPropertyAssignment(parent) &&
    (parent.name === node || /^(value|state|summary)$/.test(parent.name.getText()))
  )
}

/** Returns the faults of a language: missing keys, extra keys, and arguments that differ from those of the English text. */
export function compareLanguages(english: Record<string, string>, other: Record<string, string>): string[] {
  const missing = Object.keys(english).filter((key) => !Object.hasOwn(other, key))
  const unknown = Object.keys(other).filter((key) => !Object.hasOwn(english, key))
  const different = Object.keys(english).filter(
    (key) => other[key] !== undefined && namesIn(english[key] ?? '') !== namesIn(other[key]),
  )
  return [
    ...missing.map((key) => `lacks ${key}`),
    ...unknown.map((key) => `has ${key}, which English does not have`),
    ...different.map((key) => `has other arguments in ${key}`),
  ]
}

const namesIn = (text: string) => [...argumentsOf(parseMessage(text)).keys()].sort().join()

/** Strings of code that look like texts: names of headers, keys, states and events. */
const exceptions = new Set([
  'Accept',
  'Allow: /place/*.avif',
  'Bearer error="insufficient_scope", scope="',
  'Bearer error="invalid_token"',
  'Android',
  'Disallow:',
  'Enter',
  'Escape',
  'Linux',
  'Moderated',
  'Pending',
  'Sitemap:',
  'Visible',
  'Windows',
  'data.tar.gz | sudo tar -xz -C /',
  'event: players\ndata:',
  'event: heartbeat\ndata: {}',
  'of another prefix',
  'sudo apt install ./',
  'sudo apt remove',
  'input, textarea, select, [contenteditable]',
])

const found: string[] = []
const used = new Set<string>()

export const texts: SourceCheck = {
  files: '{site/src,platform/src,client-api/src,cli/src,texts/src}/**/*.{ts,svelte}',
  exclude: ['**/*.test.ts', '**/testing/**', '**/keys.ts'],
  visit(file, source) {
    for (const [key] of source.matchAll(/(?<=['"`])[a-z][\w-]*(\.[\w-]+)+(?=['"` ])/g))
      used.add(key).add(`refusals.${key}`).add(`refusals-on-pages.${key}`)
    // Column names of CSV files and some confirmations stay English, because programs read them. The
    // scopes of tokens name routes and actions.
    if (!file.startsWith('site/src') || /\.csv\/\+server\.ts$|server\/confirmation\.ts$/.test(file)) return
    const shown = file.endsWith('.svelte') ? findInComponent(source) : findInScript(source)
    for (const { line, text } of shown)
      if (!exceptions.has(text.trim()))
        found.push(`${file}:${line} has the text “${text.replaceAll(/\s+/g, ' ').slice(0, 80)}”`)
  },
  finish() {
    const english = readShipped('en')
    for (const key of Object.keys(english)) if (!used.has(key)) found.push(`${key} is not used`)
    for (const locale of shippedLocales.slice(1))
      found.push(...compareLanguages(english, readShipped(locale)).map((fault) => `${locale} ${fault}`))
    return { faults: found, summary: `${found.length} faults of texts` }
  },
}

if (import.meta.main) await runChecks([texts])
