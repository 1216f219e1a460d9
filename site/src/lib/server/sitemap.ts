import { escapeXml } from './xml.ts'

/** A page of the sitemap, or of the index of sitemaps. Times are Unix milliseconds. */
interface SitemapEntry {
  address: string
  updated?: number
}

const elements = {
  urlset: 'url',
  sitemapindex: 'sitemap',
} as const

/** Writes a sitemap or an index of sitemaps (sitemaps.org). */
export function writeSitemap(root: keyof typeof elements, entries: readonly SitemapEntry[]): string {
  const element = elements[root]
  const rows = entries.map(({ address, updated }) => {
    const changed = updated === undefined ? '' : `<lastmod>${new Date(updated).toISOString()}</lastmod>`
    return `<${element}><loc>${escapeXml(address)}</loc>${changed}</${element}>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</${root}>\n`
}
