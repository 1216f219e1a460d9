/**
 * `node tools/openapi.ts` writes site/static/openapi.json: everything that programs can use, from the code that does it. With
 * `--check`, it fails if the file is not up to date. An unchanged source is not read again.
 */
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describeApi } from './openapi/document.ts'
import { openApiFile, root } from './openapi/file.ts'

const stamp = resolve(root, '.prepared/openapi')

const sources = [
  'package-lock.json',
  'texts/en/refusals.json',
  'site/static/openapi.json',
  'site/src/**/*.ts',
  '{client-api,platform,renderer}/src/**/*.ts',
  'tools/openapi/**/*.ts',
]

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((pattern) => globSync(pattern, { cwd: root })).sort())
    hash.update(file).update(readFileSync(resolve(root, file)))
  return hash.digest('hex')
}

const textOf = async (): Promise<string> => `${JSON.stringify(await describeApi(), undefined, 1)}\n`

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

if (process.argv.includes('--check')) {
  if (readOrEmpty(stamp) !== fingerprint()) {
    if (readOrEmpty(openApiFile) !== (await textOf())) {
      process.stderr.write('site/static/openapi.json is not up to date: `node tools/openapi.ts` writes it.\n')
      process.exit(1)
    }
    mkdirSync(resolve(stamp, '..'), { recursive: true })
    writeFileSync(stamp, fingerprint())
  }
} else writeFileSync(openApiFile, await textOf())
