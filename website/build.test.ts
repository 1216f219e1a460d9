import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sidebar } from './navigation.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')

/** A tool of the release that makes a page which is not committed. */
const codesOfRelease = `
import { mkdirSync, writeFileSync } from 'node:fs'
import { code } from '@baseplate/platform'
const folder = import.meta.dirname + '/../docs/reference'
mkdirSync(folder, { recursive: true })
writeFileSync(folder + '/codes.md', '# Codes\\n\\n' + code + '\\n')
`

/** Makes a repository with a small release, and after it the documentation and the builder of this one. */
async function makeRepository(folder: string): Promise<void> {
  const copy = (path: string) => cpSync(join(root, path), join(folder, path), { recursive: true })
  const isSource = (path: string) => !path.endsWith('/build') && !path.includes('/.vitepress/cache')
  cpSync(join(root, 'website'), join(folder, 'website'), { recursive: true, filter: isSource })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  copy('site/static/favicon.svg')
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
  for (const page of ['changelog', 'contributing']) copy(`docs/${page}.md`)
  write('docs/start.md', '# Start\n\nThe old way. [The service](../deploy/unit).\n')
  write('CHANGELOG.md', '# Changelog\n\nMore in [start](docs/start.md) and [a folder](docs).\n')
  write('CONTRIBUTING.md', '# Contributing\n')
  write('package.json', '{"workspaces":["platform"]}')
  mkdirSync(join(folder, 'platform'))
  const exported = '{"name":"@baseplate/platform","type":"module","exports":"./refusals.js"}'
  write('platform/package.json', exported)
  write('platform/refusals.js', "export const code = 'old.code'\n")
  mkdirSync(join(folder, 'tools'))
  write('tools/codes.ts', codesOfRelease)
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], { cwd: folder })
  await git('init', '-q')
  await git('add', 'docs', 'platform', 'tools', 'package.json', 'CHANGELOG.md', 'CONTRIBUTING.md')
  await git('commit', '-q', '-m', 'Release')
  await git('tag', 'v1.0.0')
  rmSync(join(folder, 'docs/start.md'))
  for (const path of ['docs', 'CHANGELOG.md', 'CONTRIBUTING.md']) copy(path)
}

describe('the documentation of this checkout, with a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'baseplate-website-'))
  const read = (file: string) => readFileSync(join(folder, 'website/build', file), 'utf8')

  beforeAll(async () => {
    await makeRepository(folder)
    await run(process.execPath, ['website/build.ts'], { cwd: folder })
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('has its pages, and programs beside them', () => {
    expect(read('reference/site-api.html')).toContain('id="sessions"')
    expect(read('game-clients.html')).toContain('href="examples/verify.py"')
    expect(read('examples/client.mjs')).toContain('fetchScript')
    expect(read('changelog.html')).toContain('href="/operating/')
  })

  test('has the pages of each release at addresses of their own', () => {
    expect(read('v1.0.0/start.html')).toContain('The old way')
    expect(read('v1.0.0/changelog.html')).toContain('href="/v1.0.0/start.html"')
    expect(read('index.html')).toContain('href="/v1.0.0/"')
    // A link to a file that is not a page has no address.
    expect(read('v1.0.0/start.html')).not.toContain('deploy/unit')
  })

  test('has the pages of a release that are not committed, made by its own sources', () => {
    expect(read('v1.0.0/reference/codes.html')).toContain('old.code')
    expect(read('reference/codes.html')).not.toContain('old.code')
  })

  test('marks the main content of every page', () => {
    const files = readdirSync(join(folder, 'website/build'), { recursive: true, encoding: 'utf8' })
    const pages = files.filter((file) => file.endsWith('.html') && !file.endsWith('404.html'))
    expect(pages).toEqual(
      expect.arrayContaining(['index.html', 'reference/site-api.html', 'v1.0.0/start.html']),
    )
    expect(pages.filter((page) => !read(page).includes('<main'))).toEqual([])
  })

  test('can be searched', () => {
    const files = readdirSync(join(folder, 'website/build'), { recursive: true, encoding: 'utf8' })
    const index = files.find((file) => /localSearchIndexroot/.test(file)) ?? ''
    expect(read(index)).toContain('changelog')
  })

  test('finds no decisions and no measurements, which are about the code', () => {
    const files = readdirSync(join(folder, 'website/build'), { recursive: true, encoding: 'utf8' })
    const index = files.find((file) => /localSearchIndexroot/.test(file)) ?? ''
    expect(files).toEqual(
      expect.arrayContaining(['decisions/0020-libraries-or-own-code.html', 'measurements/tests.html']),
    )
    expect(read(index)).toContain('/operating/install')
    expect(read(index)).not.toMatch(/\/(decisions|measurements)\//)
  })
})

test('lists every page of the documentation in the navigation', () => {
  const links = sidebar(join(root, 'docs')).flatMap(({ items = [] }) =>
    items.map(({ link }) => `${link?.slice(1)}.md`),
  )
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  expect(links.toSorted()).toEqual(
    pages.filter((file) => file.endsWith('.md') && file !== 'index.md').toSorted(),
  )
})
