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
import { expect, onTestFinished, test } from 'vitest'
import { sidebar } from './navigation.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')

/** Makes a small repository with the builder of this one. */
function makeRepository(pages: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'baseplate-website-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const isSource = (path: string) => !path.endsWith('/build') && !path.includes('/.vitepress/cache')
  cpSync(join(root, 'website'), join(folder, 'website'), { recursive: true, filter: isSource })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const path of ['docs', 'site/static']) mkdirSync(join(folder, path), { recursive: true })
  cpSync(join(root, 'site/static/favicon.svg'), join(folder, 'site/static/favicon.svg'))
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
  write('CHANGELOG.md', '# Changelog\n\nMore in [start](docs/start.md) and [a folder](docs).\n')
  write('CONTRIBUTING.md', '# Contributing\n')
  for (const page of ['changelog', 'contributing'])
    cpSync(join(root, `docs/${page}.md`), join(folder, `docs/${page}.md`))
  for (const [name, text] of Object.entries(pages)) write(`docs/${name}.md`, text)
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], { cwd: folder })
  return {
    write,
    git,
    build: () => run(process.execPath, ['website/build.ts'], { cwd: folder }),
    read: (file: string) => readFileSync(join(folder, 'website/build', file), 'utf8'),
    files: () => readdirSync(join(folder, 'website/build'), { recursive: true, encoding: 'utf8' }),
  }
}

test('builds the pages of the checkout and of each release, with a search', async () => {
  const repository = makeRepository({ start: '# Start\n\nThe old way. [The service](../deploy/unit).\n' })
  await repository.git('init', '-q')
  await repository.git('add', 'docs', 'CHANGELOG.md', 'CONTRIBUTING.md')
  await repository.git('commit', '-q', '-m', 'Release')
  await repository.git('tag', 'v1.0.0')
  repository.write('docs/start.md', '# Start\n\nThe new way. [The service](../deploy/unit).\n')
  await repository.build()
  expect(repository.read('start.html')).toContain('The new way')
  expect(repository.read('v1.0.0/start.html')).toContain('The old way')
  expect(repository.read('start.html')).toContain('href="/v1.0.0/"')
  expect(repository.read('changelog.html')).toContain('href="/start.html"')
  // A link to a file that is no page has no address.
  expect(repository.read('start.html')).not.toContain('deploy/unit')
  const index = repository.files().find((file) => /localSearchIndexroot/.test(file)) ?? ''
  expect(repository.read(index)).toContain('changelog')
})

test('builds the documentation of this checkout', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'baseplate-website-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await run(process.execPath, ['website/build.ts', '--output', folder], { cwd: root })
  expect(readFileSync(join(folder, 'reference/site-api.html'), 'utf8')).toContain('id="sessions"')
  expect(readFileSync(join(folder, 'game-clients.html'), 'utf8')).toContain('href="examples/verify.py"')
  expect(readFileSync(join(folder, 'examples/client.mjs'), 'utf8')).toContain('fetchScript')
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
