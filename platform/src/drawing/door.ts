export { externalEdition } from './external.ts'
export { createRenderer } from './renderer.ts'
