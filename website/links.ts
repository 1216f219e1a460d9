import { posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'

/** Pages whose text is a file at the root of the repository, where links begin with `docs/`. */
const rootPages = new Set(['changelog.md', 'contributing.md'])

/** Files at the root of the repository that are pages here. */
const pageOf: Record<string, string> = {
  '../CHANGELOG.md': '/changelog.md',
  '../CONTRIBUTING.md': '/contributing.md',
}

/**
 * Adapts links that work in the repository. Links to pages above `docs/` lead to their copies. Links to other files become plain text.
 */
export function linkOutsidePages(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('links outside of pages', ({ tokens, env }) => {
    const page: string = env.relativePath ?? ''
    for (const { children } of tokens) {
      let isDropped = false
      for (const token of children ?? []) {
        if (token.type === 'link_close' && isDropped) {
          token.tag = 'span'
          isDropped = false
        }
        if (token.type !== 'link_open') continue
        const target = targetOf(page, token.attrGet('href') ?? '')
        // VitePress would take a program that `build.ts` copies for a page.
        if (/^(\.\.\/)*examples\//.test(target ?? '')) token.attrSet('download', '')
        if (target !== undefined) token.attrSet('href', target)
        else {
          isDropped = true
          token.tag = 'span'
          token.attrs = []
        }
      }
    }
  })
}

/** Returns the address for a link, or undefined if it leads to a file outside the documentation. */
function targetOf(page: string, href: string): string | undefined {
  if (/^(https?:|#|\/)/.test(href)) return href
  if (rootPages.has(page)) return /^docs\/.*\.md\b/.test(href) ? `/${href.slice('docs/'.length)}` : undefined
  const [path = '', heading] = href.split('#')
  const target = posix.normalize(posix.join(posix.dirname(page), path))
  if (!target.startsWith('../')) return href
  const other = pageOf[target]
  return other && (heading === undefined ? other : `${other}#${heading}`)
}
