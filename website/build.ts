/**
 * `npm run docs`: builds the documentation of this checkout into `website/build`, and beside it that of each release, by its tag
 * (`v1.2.0`). Any file server can serve the folder. `npm run docs -- --output <folder>` builds somewhere else.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makePages } from './release-pages.ts'

const root = resolve(import.meta.dirname, '..')

const { values } = parseArgs({
  options: { output: { type: 'string', default: join(import.meta.dirname, 'build') } },
})
const output = resolve(values.output)

/** Returns the tags of releases, newest first. A copy of the sources without git has none. */
function releases(): string[] {
  try {
    const tags = execFileSync('git', ['tag', '--list', 'v[0-9]*', '--sort=-version:refname'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return tags.split('\n').filter((tag) => tag !== '')
  } catch {
    return []
  }
}

function build(pages: string, base: string, to: string, tags: readonly string[]): void {
  execFileSync('vitepress', ['build', import.meta.dirname], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      DOCS_PAGES: pages,
      DOCS_BASE: base,
      DOCS_OUTPUT: to,
      DOCS_RELEASES: JSON.stringify(tags),
    },
  })
  // Pages link to programs as files.
  if (existsSync(join(pages, 'examples')))
    cpSync(join(pages, 'examples'), join(to, 'examples'), { recursive: true })
}

const tags = releases()
build(join(root, 'docs'), '/', output, tags)
for (const tag of tags) {
  // Inside the repository, where pages find the modules that they are compiled to import.
  const folder = join(root, '.prepared', `docs-${tag}`)
  mkdirSync(folder, { recursive: true })
  try {
    const archive = execFileSync('git', ['archive', tag], { cwd: root, maxBuffer: 1 << 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    makePages(folder)
    const to = join(output, tag)
    mkdirSync(to, { recursive: true })
    build(join(folder, 'docs'), `/${tag}/`, to, tags)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
