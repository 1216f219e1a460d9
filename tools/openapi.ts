/**
 * `node tools/openapi.ts` writes the OpenAPI document: everything that programs can use, from the code that does it.
 * `tools/prepare.mjs` runs it when that code has changed.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describeApi } from './openapi/document.ts'
import { openApiFile } from './openapi/file.ts'

await mkdir(dirname(openApiFile), { recursive: true })
await writeFile(openApiFile, `${JSON.stringify(await describeApi(), undefined, 1)}\n`)
