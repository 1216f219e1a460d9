import { resolve } from 'node:path'

/** Root of the checkout. */
export const root = resolve(import.meta.dirname, '../..')

/** The generated document. */
export const openApiFile = resolve(root, '.prepared/openapi.json')

/** Copy of the document in the built site, which serves it. */
export const servedFile = resolve(root, 'site/build/client/openapi.json')
