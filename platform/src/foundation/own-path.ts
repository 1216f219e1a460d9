/** Whether a link is a path of this site. Browsers read `//host` and `/\host` as addresses of other sites. */
export const isOwnPath = (link: string): boolean => /^\/(?![/\\])/.test(link)
