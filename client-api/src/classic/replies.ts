import { responseOf } from '../replies.ts'

/** Caches must not store what one caller may know. */
const noStore = { 'Cache-Control': 'no-store' }

export const jsonResponse = (value: unknown): Response =>
  responseOf({
    status: 200,
    headers: { 'Content-Type': 'application/json', ...noStore },
    body: JSON.stringify(value),
  })

/** Returns a value as the web services of Lua do. Clients compare texts of booleans in lower case. */
export const valueResponse = (type: 'boolean' | 'integer', value: boolean | number): Response =>
  xmlResponse(`<Value Type="${type}">${value}</Value>`)

export const xmlResponse = (body: string): Response =>
  responseOf({ status: 200, headers: { 'Content-Type': 'text/xml', ...noStore }, body })
