import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { nativeHashes } from './native-hashes.ts'
import { quickCompression } from './quick-compression.ts'
import { staticIcons } from './static-icons.ts'
import { textsByRoute } from './texts-by-route.ts'

const texts = textsByRoute()

export default defineConfig({
  plugins: [
    tailwindcss(),
    texts.plugin,
    staticIcons(),
    nativeHashes(),
    sveltekit({
      adapter: texts.adapt(quickCompression(adapter())),
      // The HTTP server (cli/) checks cross-site requests for pages and client endpoints alike.
      csrf: { trustedOrigins: ['*'] },
      // Pages register it themselves: `lib/frame/offline.ts`.
      serviceWorker: { register: false },
      csp: {
        // Hashes instead of nonces, because a page that was rendered once is served to many visitors.
        mode: 'hash',
        directives: {
          'default-src': ['self'],
          'img-src': ['self', 'data:', 'blob:'],
          // The only style attribute: it hides SvelteKit's route announcer visually.
          'style-src-attr': ['unsafe-hashes', 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='],
          'object-src': ['none'],
          'base-uri': ['none'],
          'form-action': ['self'],
          'frame-ancestors': ['none'],
        },
      },
    }),
  ],
  resolve: {
    alias: {
      // The server parses the texts, so browsers need no parser: 2 KB of formatting instead of 9 KB.
      '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
    },
  },
  // The viewer of the API is one file, which only its page loads.
  build: { chunkSizeWarningLimit: 2_000 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Without groups a page loads 54 to 85 files, most under 1.5 KB (docs/decisions/0016).
            codeSplitting: {
              groups: [
                // This module must run before the client, which reads the build's version from it.
                { name: 'payload', test: /@sveltejs\/kit\/src\/runtime\/client\/payload\.js$/, priority: 4 },
                { name: 'svelte', test: /node_modules\/(svelte|esm-env|clsx|devalue)\//, priority: 3 },
                // Moderators also use these on profiles, where each would be a small file of its own.
                {
                  name: 'moderation',
                  test: /site\/src\/lib\/admin\/(Standing|Moderat|Lift|action-words|levels|questions)/,
                  minShareCount: 2,
                  priority: 2,
                },
                {
                  name: 'shared',
                  test: /site\/src\/lib\/(?!avatar\/|admin\/)|node_modules\/@lucide\//,
                  minShareCount: 2,
                  priority: 1,
                },
                // Small files of the avatar, its garments and its 3D view. Groups include what their modules import, so the modules
                // that import three.js stay out, and this group comes last. Components stay out, too: every page can load this
                // group later, for which SvelteKit leaves its styles out of pages that need them at once.
                {
                  name: 'avatar',
                  test: /site\/src\/lib\/avatar\/(?!hats|sheets|try-on)[\w-]+\.ts$|\/renderer\/src\//,
                  minShareCount: 2,
                  priority: 0,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        // Keeps one copy of platform in the process. Node runs the workspace's TypeScript itself.
        rolldownOptions: { external: [/^@baseplate\//] },
      },
    },
  },
})
