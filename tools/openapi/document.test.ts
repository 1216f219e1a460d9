import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openApiFile } from './file.ts'

interface Operation {
  summary?: string
  tags: string[]
  security?: Record<string, string[]>[]
  requestBody?: { content: Record<string, { schema: { properties: Record<string, { enum?: string[] }> } }> }
}

const { paths } = JSON.parse(await readFile(openApiFile, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.values(paths).flatMap((methods) => Object.values(methods))

test('has a title and the ways to authenticate for every operation', () => {
  expect(operations.length).toBeGreaterThan(500)
  expect(operations.filter(({ summary }) => !summary)).toEqual([])
  expect(operations.filter(({ security }) => security === undefined)).toEqual([])
})

test('does not limit a field to values that only some requests need', () => {
  const body = paths['/admin/reports/{id}?/sanction']?.post?.requestBody
  const type = body?.content['application/x-www-form-urlencoded']?.schema.properties.type
  expect(type).toBeDefined()
  expect(type?.enum ?? ['None']).toContain('None')
})
