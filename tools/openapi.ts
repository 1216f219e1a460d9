/**
 * `node tools/openapi.ts` writes the OpenAPI document: everything that programs can use, from the code that does it.
 * `tools/prepare.mjs` runs it when that code has changed. With `--serve`, it puts the written document among the files that the built site
 * serves.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { compressFile } from '../site/quick-compression.ts'
import { describeApi } from './openapi/document.ts'
import { openApiFile, servedFile } from './openapi/file.ts'

if (process.argv.includes('--serve')) {
  await copyFile(openApiFile, servedFile)
  await compressFile(servedFile)
} else {
  await mkdir(dirname(openApiFile), { recursive: true })
  await writeFile(openApiFile, `${JSON.stringify(await describeApi(), undefined, 1)}\n`)
}
