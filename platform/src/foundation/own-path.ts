/** Links lead to pages of this site: a browser would take `//` and `/\` for another one's. */
export const isOwnPath = (link: string): boolean => /^\/(?![/\\])/.test(link)
