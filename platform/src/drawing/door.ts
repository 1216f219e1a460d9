export { type BlockFigures, createBlockFigures } from './block-figures.ts'
export { externalEdition } from './external.ts'
export { createRenderer } from './renderer.ts'
