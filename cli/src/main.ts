import { keepCompiled } from './compile-cache.ts'

keepCompiled()
const { run } = await import('./run.ts')
await run(process.argv[2])
