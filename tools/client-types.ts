/**
 * Writes `client/src/schema.ts`: the types of every operation, from the OpenAPI document. `tools/prepare.mjs` runs it when the
 * document has changed.
 */
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTs, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { openApiFile, root } from './openapi/file.ts'

const blob = ts.factory.createTypeReferenceNode('Blob')
const empty = ts.factory.createArrayTypeNode(ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword))

const nodes = await openapiTs(pathToFileURL(openApiFile), {
  transform: (schema) => {
    if (schema.format === 'binary') return blob
    const isEmpty = 'items' in schema && (schema.items as unknown) === false && !('prefixItems' in schema)
    return isEmpty ? empty : undefined
  },
})
const text = `/** Made by tools/client-types.ts from the OpenAPI document. */\n${astToString(nodes)}`
await writeFile(resolve(root, 'client/src/schema.ts'), text)
