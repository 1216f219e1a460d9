import type { Platform } from '@baseplate/platform/platform'
import type { RequestEvent } from '@sveltejs/kit'

/**
 * Returns the name of a cookie that only this site can set: with https, browsers refuse the prefix from other hosts of the domain.
 */
export const hostCookie = ({ config }: Pick<Platform, 'config'>, name: string): string =>
  config.baseUrl.startsWith('https:') ? `__Host-${name}` : name

/** Whether the site has https, so that its cookies may require it. */
export const isSecure = ({ locals }: RequestEvent): boolean =>
  locals.platform.config.baseUrl.startsWith('https:')
