import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitepress'
import { linkOutsidePages } from '../links.ts'
import { navigation, sidebar } from '../navigation.ts'

const root = resolve(import.meta.dirname, '../..')

/** Folder of the pages: `docs`, unless `build.ts` names another one. */
const pages = process.env.DOCS_PAGES ?? resolve(root, 'docs')

const icon = readFileSync(resolve(root, 'site/static/favicon.svg'), 'base64')

export default defineConfig({
  srcDir: pages,
  outDir: process.env.DOCS_OUTPUT ?? resolve(import.meta.dirname, '../build'),
  base: (process.env.DOCS_BASE ?? '/') as `/${string}/` | '/',
  lang: 'en',
  title: 'Baseplate',
  description: 'Run your own platform of user-made games.',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml;base64,${icon}` }]],
  // Links name the files, as in `page.html`, so any file server works.
  cleanUrls: false,
  // The index of the search is one file.
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
  markdown: { config: linkOutsidePages },
  themeConfig: {
    nav: navigation(JSON.parse(process.env.DOCS_RELEASES ?? '[]')),
    sidebar: sidebar(pages),
    outline: [2, 3],
    // The index is on the site itself, so no other service learns what readers search for.
    search: {
      provider: 'local',
      options: {
        // Decisions and measurements are about the code. They would come before the pages that tell an operator what to do.
        async _render(source, env, markdown) {
          const html = await markdown.renderAsync(source, env)
          return /^(decisions|measurements)\//.test(env.relativePath) ? '' : html
        },
      },
    },
  },
})
