import type { Plugin } from 'vite'

/** Code of SvelteKit's server, and its replacement. */
interface Replacement {
  file: RegExp
  before: RegExp
  after: string
}

const replacements: readonly Replacement[] = [
  {
    // The hash of the inline script, for the Content-Security-Policy.
    file: /\/@sveltejs\/kit\/src\/runtime\/server\/page\/csp\.js$/,
    before: /async function sha256\(content\) \{[^}]*\}/,
    after: `import { hash as digest } from 'node:crypto'
const sha256 = (content) => digest('sha256', content, 'base64')`,
  },
  {
    // The `ETag` of a page.
    file: /\/@sveltejs\/kit\/src\/runtime\/server\/page\/render\.js$/,
    before: /import \{ hash \} from '[./]*\/utils\/hash\.js';/,
    after: `import { hash as digest } from 'node:crypto'
const hash = (page) => digest('sha1', page, 'base64url')`,
  },
]

/**
 * Hashes pages with Node's one-shot functions. SvelteKit runs on other runtimes as well: it sends the inline script to another
 * thread and hashes the page in JavaScript, which together was a tenth of a page's processor time.
 */
export const nativeHashes = (): Plugin => ({
  name: 'native-hashes',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'ssr',
  transform: {
    filter: { id: replacements.map(({ file }) => file) },
    handler(code, id) {
      const { before, after } = replacements.find(({ file }) => file.test(id)) ?? {}
      if (!before || !after || !before.test(code))
        throw new Error(`${id} no longer has the hash function to replace`)
      return { code: code.replace(before, after), map: null }
    },
  },
})
