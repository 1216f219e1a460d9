import { responseOf } from '../replies.ts'

/** Caches must not store what one caller may know. */
const noStore = { 'Cache-Control': 'no-store' }

export const jsonResponse = (value: unknown): Response => jsonTextResponse(JSON.stringify(value))

/** Returns JSON as it is written. */
export const jsonTextResponse = (body: string): Response =>
  responseOf({ status: 200, headers: { 'Content-Type': 'application/json', ...noStore }, body })

/** Returns a value as the web services of Lua do. Clients compare texts of booleans in lower case. */
export const valueResponse = (type: 'boolean' | 'integer', value: boolean | number): Response =>
  xmlResponse(`<Value Type="${type}">${value}</Value>`)

export const bytesResponse = (body: Buffer<ArrayBuffer>): Response =>
  responseOf({ status: 200, headers: { 'Content-Type': 'application/octet-stream', ...noStore }, body })

export const xmlResponse = (body: string): Response =>
  responseOf({ status: 200, headers: { 'Content-Type': 'text/xml', ...noStore }, body })
