import type { Environment } from 'vitest/runtime'
import { endLent } from './borrowed-product.ts'

/** The environment of a worker's tests: that of Node.js, which ends with the product that the worker's files have borrowed. */
export default {
  name: 'borrowing',
  viteEnvironment: 'ssr',
  setup: () => ({ teardown: endLent }),
} satisfies Environment
