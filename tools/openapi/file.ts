import { resolve } from 'node:path'

/** Root of the checkout. */
export const root = resolve(import.meta.dirname, '../..')

/** The generated document. */
export const openApiFile = resolve(root, '.prepared/openapi.json')
