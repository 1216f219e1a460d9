import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConfigInput } from '@baseplate/platform/config/schema'
import type { Product } from './processes.ts'
import { startProduct } from './product.ts'

/** Starts the product with this configuration. Rendering is disabled unless the configuration has a `Renderer`. */
export async function startConfigured(
  config: ConfigInput,
  environment: Record<string, string> = {},
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-config-'))
  const file = join(folder, 'config.ts')
  await writeFile(file, `export default ${JSON.stringify({ Renderer: { Workers: 0 }, ...config })}\n`)
  const product = await startProduct({ ...environment, BASEPLATE_CONFIG: file })
  return {
    ...product,
    async stop() {
      const code = await product.stop()
      await rm(folder, { recursive: true })
      return code
    },
  }
}
