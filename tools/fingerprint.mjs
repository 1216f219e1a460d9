/** Plain JavaScript without dependencies, because `prepare.mjs` uses it before anything is installed. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the SHA-256 of files and of all files in folders, apart from tests, and of the kind of machine. Absent ones are left out.
 *
 * @param {string} root folder of the paths
 * @param {string[]} sources paths
 */
export function hashOf(root, sources) {
  const hash = createHash('sha256').update(process.platform + process.arch)
  for (const source of sources) addTo(hash, root, source)
  return hash.digest('hex')
}

function addTo(hash, root, path) {
  const full = join(root, path)
  if (!existsSync(full)) return
  let names
  try {
    names = readdirSync(full).sort()
  } catch {
    hash.update(path).update('\0').update(readFileSync(full)).update('\0')
    return
  }
  for (const name of names) if (!name.endsWith('.test.ts')) addTo(hash, root, `${path}/${name}`)
}
