/**
 * The entry of every command. It is JavaScript, because an entry in TypeScript loads the compiler of Node.js, which takes 12 MB in
 * each process. All other modules come from the compile cache without their types.
 */
import './private-files.mjs'
import './small-start.mjs'
import './compile-cache.mjs'

const { run } = await import('./program.ts')
await run(process.argv.slice(2))
