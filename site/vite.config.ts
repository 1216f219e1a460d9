import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    tailwindcss(),
    sveltekit({
      adapter: adapter(),
      // The whole server's own rule (cli/) decides on cross-site requests, for pages and client endpoints alike.
      csrf: { trustedOrigins: ['*'] },
      csp: {
        // By hash, not by nonce: a page is the same for all visitors, and is rendered for many of them at once.
        mode: 'hash',
        directives: {
          'default-src': ['self'],
          'img-src': ['self', 'data:', 'blob:'],
          // The one style attribute there is: it hides SvelteKit's announcer of pages from those who see.
          'style-src-attr': ['unsafe-hashes', 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='],
          'object-src': ['none'],
          'base-uri': ['none'],
          'form-action': ['self'],
          'frame-ancestors': ['none'],
        },
      },
    }),
  ],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A page would load 50 to 85 files, most under 1.5 KB, and wait for each (docs/decisions).
            codeSplitting: {
              groups: [
                // Set before the client is imported, whose modules read it as they load: the version that the page is of.
                { name: 'payload', test: /@sveltejs\/kit\/src\/runtime\/client\/payload\.js$/, priority: 4 },
                { name: 'svelte', test: /node_modules\/(svelte|esm-env|clsx|devalue)\//, priority: 3 },
                {
                  name: 'shared',
                  test: /site\/src\/lib\/(?!avatar\/|admin\/)|node_modules\/@lucide\//,
                  minShareCount: 2,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        // One copy of platform in the process: Node runs the workspace's TypeScript itself.
        rolldownOptions: { external: [/^@baseplate\//] },
      },
    },
  },
})
