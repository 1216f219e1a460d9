import { CannotStart } from '@baseplate/service/cannot-start'
import { type Files, isFileName } from '@baseplate/storage/files'
import { readText } from '@baseplate/storage/read-text'
import { type ClassicCall, getOrPost } from '../call.ts'
import { pathCheck } from '../paths.ts'
import { pageParts } from './page-paths.ts'
import { BrokenConstants, type OwnConstant, parseConstants } from './parse.ts'

/** Folder of the operator's files. */
const folder = 'client-api/constants'

/**
 * Loads the constant calls of the operator: docs/game-clients.md#constants.
 *
 * @param taken patterns of the routes that the platform serves itself
 * @throws CannotStart that names the file and its mistake.
 */
export async function loadOwnConstants(
  files: Pick<Files, 'open' | 'walk'>,
  taken: readonly string[],
): Promise<ClassicCall[]> {
  const problemWith = pathProblems(taken)
  const fileOf = new Map<string, string>()
  const calls: ClassicCall[] = []
  for (const file of await listFiles(files)) {
    for (const { path, ...constant } of await readConstants(files, file)) {
      const other = fileOf.get(path)
      const problem = other === undefined ? problemWith(path) : `${path} is in ${other} already`
      if (problem !== undefined) throw new CannotStart(`The file ${file} is broken: ${problem}.`)
      fileOf.set(path, file)
      calls.push({ paths: [path], methods: getOrPost, credential: 'none', source: 'operator', constant })
    }
  }
  return calls
}

/** Hidden files, such as those of editors, are left alone. */
async function listFiles(files: Pick<Files, 'walk'>): Promise<string[]> {
  const names = (await Array.fromAsync(files.walk(folder)))
    .flat()
    .filter((name) => !name.startsWith('.'))
    .toSorted()
    .map((name) => `${folder}/${name}`)
  const other = names.find((name) => !(name.endsWith('.json') && isFileName(name)))
  if (other === undefined) return names
  throw new CannotStart(
    `The file ${other} is not used: names of files of constants end in .json, and contain letters, digits, dots, _ and - only.`,
  )
}

async function readConstants(files: Pick<Files, 'open'>, file: string): Promise<OwnConstant[]> {
  let text: string | undefined
  try {
    text = await readText(files, file)
  } catch (error) {
    throw new CannotStart(`The file ${file} cannot be read: ${(error as Error).message}`)
  }
  try {
    return text === undefined ? [] : parseConstants(text)
  } catch (error) {
    if (error instanceof BrokenConstants)
      throw new CannotStart(`The file ${file} is broken: ${error.message}.`)
    throw error
  }
}

/** Returns a function that says why the operator may not take a path; undefined when they may. */
function pathProblems(taken: readonly string[]): (path: string) => string | undefined {
  const isTaken = pathCheck(taken)
  return (path) => {
    const [, first = ''] = path.split('/')
    if (pageParts.has(first)) return `${path} is a path of the site’s pages`
    const isOpen = path.endsWith('/*')
    const start = isOpen ? path.slice(0, -'/*'.length) : path
    const isServed = isTaken(start) || (isOpen && taken.some((pattern) => pattern.startsWith(`${start}/`)))
    return isServed ? `the platform itself responds to ${path}` : undefined
  }
}
