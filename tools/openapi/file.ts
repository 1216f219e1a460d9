import { resolve } from 'node:path'

/** Root of the checkout. */
export const root = resolve(import.meta.dirname, '../..')

/** The document in the repository, which the site serves. */
export const openApiFile = resolve(root, 'site/static/openapi.json')
