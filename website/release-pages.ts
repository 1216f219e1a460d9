import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Pages that are not committed, with the tools that make them. */
const madePages = {
  'docs/reference/classic-calls.md': 'tools/classic-calls.ts',
  'docs/reference/codes.md': 'tools/codes.ts',
  'docs/reference/configuration-keys.md': 'tools/configuration.ts',
}

/**
 * Makes the pages of a release that its sources lack. Its tools import the packages of the release, with the dependencies of this
 * checkout.
 *
 * @param folder sources of the release, inside this checkout
 */
export function makePages(folder: string): void {
  const missing = Object.entries(madePages).filter(
    ([page, tool]) => !existsSync(join(folder, page)) && existsSync(join(folder, tool)),
  )
  if (missing.length === 0) return
  linkWorkspaces(folder)
  for (const [, tool] of missing)
    execFileSync(process.execPath, [join(folder, tool)], { cwd: folder, stdio: 'inherit' })
}

/** Puts the workspaces of a release where its modules find them before those of this checkout. */
function linkWorkspaces(folder: string): void {
  const manifest = (path: string) => JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'))
  const workspaces: string[] = manifest('.').workspaces
  for (const workspace of workspaces) {
    const link = join(folder, 'node_modules', manifest(workspace).name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(folder, workspace), link)
  }
}
