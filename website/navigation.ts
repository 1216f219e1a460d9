import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DefaultTheme } from 'vitepress'

/** A part of the documentation: its title, and its pages by their path from `docs/`, without `.md`. */
const parts: Record<string, readonly string[]> = {
  Start: ['start', 'playing', 'making', 'making/data', 'making/badges'],
  Operate: [
    'operating/install',
    'operating/configuration',
    'operating/containers',
    'operating/upgrading',
    'operating/backup',
    'operating/watching',
    'operating/moderation',
    'operating/mail',
    'operating/notifications',
    'operating/second-factors',
    'operating/keys',
    'operating/certificates',
    'operating/moving',
    'operating/identity-providers',
    'operating/attacks',
    'operating/languages',
    'operating/isolation',
    'operating/ledger',
    'operating/troubleshooting',
    'operating/uninstalling',
  ],
  Scale: [
    'operating/sizing',
    'operating/postgresql',
    'operating/object-storage',
    'operating/several-machines',
  ],
  Engines: ['engines/minetest', 'engines/new'],
  'Connect a game client': [
    'game-clients',
    'reference/client-protocol',
    'reference/game-data',
    'reference/badges',
    'reference/classic-calls',
    'reference/launcher',
  ],
  'HTTP API': [
    'programs',
    'reference/site-api',
    'reference/openapi',
    'reference/codes',
    'reference/webhooks',
    'reference/economy-service',
    'reference/orchestrator',
  ],
  Reference: [
    'reference/configuration',
    'reference/configuration-keys',
    'reference/environment',
    'reference/data-directory',
    'reference/renderer',
  ],
  'The code': ['architecture', 'contributing', 'changelog'],
}

/** @param releases whose documentation is beside this one, newest first */
export function navigation(releases: readonly string[]): DefaultTheme.NavItem[] {
  return [
    { text: 'Start', link: '/start' },
    { text: 'Operate', link: '/operating/install' },
    { text: 'Reference', link: '/reference/site-api' },
    {
      text: 'Versions',
      items: [
        { text: 'Next', link: '/', target: '_self' },
        ...releases.map((release) => ({ text: release, link: `/${release}/`, target: '_self' })),
        { text: 'Changes', link: '/changelog' },
      ],
    },
  ]
}

/** @param pages folder of the pages. A release may lack some pages. */
export function sidebar(pages: string): DefaultTheme.SidebarItem[] {
  const present = new Set(readdirSync(pages, { recursive: true, encoding: 'utf8' }))
  const item = (page: string) => ({ text: titleOf(join(pages, `${page}.md`)), link: `/${page}` })
  /** The pages of a folder about the code, its index first. */
  const pagesOf = (text: string, folder: string): DefaultTheme.SidebarItem => {
    const files = [...present].filter((file) => file.startsWith(`${folder}/`) && file.endsWith('.md'))
    const names = files.map((file) => file.slice(0, -'.md'.length)).sort()
    const index = `${folder}/index`
    const ordered = [...names.filter((name) => name === index), ...names.filter((name) => name !== index)]
    return { text, collapsed: true, items: ordered.map(item) }
  }
  return [
    ...Object.entries(parts).map(([text, all]) => ({
      text,
      collapsed: false,
      items: all.filter((page) => present.has(`${page}.md`)).map(item),
    })),
    pagesOf('Decisions', 'decisions'),
    pagesOf('Measurements', 'measurements'),
  ]
}

function titleOf(file: string): string {
  const title = /^(?:# |title: )(.+)$/m.exec(readFileSync(file, 'utf8'))?.[1]
  if (title === undefined) throw new Error(`${file} has no title`)
  return title
}
