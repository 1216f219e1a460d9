import { keepCompiled } from './compile-cache.ts'

keepCompiled()
const { run } = await import('./program.ts')
await run(process.argv.slice(2))
