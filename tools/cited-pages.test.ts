import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** A page by its path from the root, or a decision by its number alone. */
const citation = /docs\/(?:[\w./-]+\.md|decisions\/\d{4})/g

test('every page of documentation that the code cites exists', () => {
  const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.svelte', '*.mjs', 'deploy'], { cwd: root })
  const decisions = readdirSync(resolve(root, 'docs/decisions'))
  const exists = (page: string) =>
    existsSync(resolve(root, page)) || decisions.some((name) => page === `docs/decisions/${name.slice(0, 4)}`)
  const missing = files
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(resolve(root, file)))
    .flatMap((file) =>
      [...readFileSync(resolve(root, file), 'utf8').matchAll(citation)]
        .filter(([page]) => !exists(page))
        .map(([page]) => `${file} cites ${page}`),
    )
  expect(missing).toEqual([])
})
