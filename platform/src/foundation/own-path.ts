/**
 * Whether a link is a path of this site. Browsers read `//host` and `/\host` as addresses of other sites, and drop tabs and line
 * breaks before that.
 */
export const isOwnPath = (link: string): boolean => /^\/(?![/\\])[^\t\r\n]*$/.test(link)
