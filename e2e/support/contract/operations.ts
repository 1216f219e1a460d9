import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** A schema, or a reference to one. */
export type Schema = Record<string, unknown>

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: Schema
}

interface Bodies {
  content?: Record<string, { schema: Schema }>
  headers?: Record<string, { required?: boolean }>
}

export interface Operation {
  /** Further addresses of the same operation. */
  'x-also-at'?: string[]
  /** Ways to authenticate, of which an empty one stands for visitors. None: the endpoint is for game clients. */
  security: object[]
  parameters?: Parameter[]
  requestBody?: Bodies
  responses: Record<string, Bodies & { $ref?: string }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Bodies> }
}

/** An operation and where it is in the document. */
export interface Found {
  operation: Operation
  /** JSON Pointer. */
  pointer: string
  method: string
  path: string
}

const file = resolve(import.meta.dirname, '../../../.prepared/openapi.json')

/** The document that the site serves. */
export const document = JSON.parse(readFileSync(file, 'utf8')) as Document

interface Template {
  path: string
  pattern: RegExp
  action: string | undefined
  /** Literal characters, of which the most specific template has the most. */
  literal: number
}

const templates: Template[] = Object.entries(document.paths)
  .flatMap(([path, operations]) => [
    [path, path] as const,
    ...Object.values(operations).flatMap((operation) =>
      (operation['x-also-at'] ?? []).map((other) => [path, other] as const),
    ),
  ])
  .map(([path, address]) => {
    const [pathname = '', action] = address.split('?')
    const pattern = pathname.replaceAll(/[.*+?^$|()[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]*')
    const isOfClients = /^\/(game|asset|api|studio|uploadmedia|setting)\b/.test(pathname)
    return {
      path,
      pattern: new RegExp(isOfClients ? `^${pattern}/?$` : `^${pattern}$`, isOfClients ? 'i' : ''),
      action,
      literal: pathname.replaceAll(/\{\w+\}/g, '').length,
    }
  })
  .sort((one, other) => other.literal - one.literal)

/** Returns the operation of a request; undefined if the document has none. */
export function findOperation(method: string, url: URL): Found | undefined {
  const found = find(method.toLowerCase(), url)
  return found ?? (method === 'HEAD' ? find('get', url) : undefined)
}

function find(name: string, { pathname, searchParams }: URL): Found | undefined {
  const named = [...searchParams.keys()].find((key) => key.startsWith('/'))
  const action = name === 'post' ? named : undefined
  for (const { path, pattern, ...template } of templates) {
    const operation = document.paths[path]?.[name]
    if (operation && template.action === action && pattern.test(pathname))
      return { operation, pointer: pointerOf('paths', path, name), method: name, path }
  }
  return undefined
}

/** Returns the response of a status and where it is; undefined if the document has none. */
export function findResponse({ operation, pointer }: Found, status: number) {
  const response = operation.responses[status]
  if (!response) return undefined
  const name = response.$ref?.split('/').at(-1)
  if (name === undefined) return { response, pointer: `${pointer}/responses/${status}` }
  return {
    response: document.components.responses[name] ?? {},
    pointer: pointerOf('components', 'responses', name),
  }
}

/** Returns a JSON Pointer, percent-encoded as in the fragment of an address. */
export const pointerOf = (...parts: string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')
