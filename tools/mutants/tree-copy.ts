import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../source-check.ts'

/** Folders of the root without mutants, which are linked instead of copied. */
const linked = ['docs', 'website', 'e2e', 'demo', 'bench']

const left = new Set([...linked, '.git', '.prepared', 'node_modules'])

/**
 * Copies the checkout, so that an interrupted run leaves no mutant in it. Dependencies are links, apart from the workspaces, which
 * lead to the copy.
 */
export function copyTree(to: string): void {
  for (const name of readdirSync(root)) {
    if (left.has(name)) continue
    cpSync(join(root, name), join(to, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('/node_modules'),
    })
  }
  for (const name of linked) symlinkSync(join(root, name), join(to, name))
  linkDependencies(join(root, 'node_modules'), join(to, 'node_modules'))
  for (const name of readdirSync(root)) {
    const nested = join(root, name, 'node_modules')
    if (!left.has(name) && existsSync(nested)) symlinkSync(nested, join(to, name, 'node_modules'))
  }
}

function linkDependencies(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    if (name.startsWith('.') && name !== '.bin') continue
    if (name !== '@baseplate') {
      symlinkSync(join(from, name), join(to, name))
      continue
    }
    mkdirSync(join(to, name))
    for (const workspace of readdirSync(join(from, name)))
      symlinkSync(readlinkSync(join(from, name, workspace)), join(to, name, workspace))
  }
}
