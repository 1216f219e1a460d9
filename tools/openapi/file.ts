import { resolve } from 'node:path'

/** Root of the checkout. */
export const root = resolve(import.meta.dirname, '../..')

/** The document, as it is made from the code. */
export const openApiFile = resolve(root, '.prepared/openapi.json')

/** The document among the files that the site serves. */
export const servedFile = resolve(root, 'site/build/client/openapi.json')
