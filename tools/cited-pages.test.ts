import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { domains } from './domains.ts'

const root = resolve(import.meta.dirname, '..')
const decisions = readdirSync(resolve(root, 'docs/decisions'))

/** Pages that `tools/prepare.mjs` makes. They are not committed. */
const madePages = ['classic-calls', 'codes', 'configuration-keys'].map((name) => `docs/reference/${name}.md`)

/** A page by its path from the root, with or without a heading, or a decision by its number alone. */
const citation = /docs\/(?:[\w./-]+\.md(?:#[\w-]+)?|decisions\/\d{4})/g
/** A source file that a page names in a code span, by its path from the root. */
const namedFile =
  /`((?:service|storage|economy|renderer|minetest|platform|client|client-api|site|orchestrator|cli|demo|e2e|bench|deploy|tools)\/[^\s`*{}<>…]+\.(?:ts|mjs|svelte|lua|css|conf))`/g
/** A relative link of a page to a heading or to another page. */
const link = /\]\((?!https?:)([^()#\s]*)(#[^()\s]+)?\)/g

test('documentation pages and headings that the code cites exist', () => {
  const missing = filesLike('*.ts', '*.svelte', '*.mjs', 'deploy').flatMap((file) =>
    [...read(file).matchAll(citation)]
      .filter(([page]) => !isDecision(page) && !exists(page))
      .map(([page]) => `${file} cites ${page}`),
  )
  expect(missing).toEqual([])
})

test('pages and headings that the documentation links to exist', () => {
  const missing = [...filesLike('*.md'), ...madePages].flatMap((file) =>
    [...read(file).matchAll(link)]
      .map(([, path = '', heading = '']) => `${path ? resolve(root, dirname(file), path) : file}${heading}`)
      .filter((target) => !exists(target))
      .map((target) => `${file} links ${target}`),
  )
  expect(missing).toEqual([])
})

test('the indexes list every decision and every measurement', () => {
  const missing = ['docs/decisions', 'docs/measurements'].flatMap((folder) => {
    const index = read(`${folder}/index.md`)
    return readdirSync(resolve(root, folder)).filter(
      (page) => page !== 'index.md' && !index.includes(`](${page})`),
    )
  })
  expect(missing).toEqual([])
})

test('files that the documentation names exist', () => {
  const missing = filesLike('*.md').flatMap((file) =>
    [...read(file).matchAll(namedFile)]
      .filter(([, path = '']) => !existsSync(resolve(root, path)))
      .map(([, path]) => `${file} names ${path}`),
  )
  expect(missing).toEqual([])
})

function filesLike(...patterns: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', ...patterns], { cwd: root }).toString()
  return listed.split('\0').filter((file) => file !== '' && existsSync(resolve(root, file)))
}

const read = (file: string) => readFileSync(resolve(root, file), 'utf8')

const isDecision = (page: string) => decisions.some((name) => page === `docs/decisions/${name.slice(0, 4)}`)

test('the architecture lists the domains of platform in the order of their imports', () => {
  const listed = [...read('docs/architecture.md').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name)
  expect(listed).toEqual(Object.keys(domains))
})

function exists(target: string): boolean {
  const [path = '', heading] = target.split('#', 2)
  if (!existsSync(resolve(root, path))) return false
  return heading === undefined || anchorsOf(path).includes(heading)
}

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(path: string): string[] {
  return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
