import type { Actor } from '@baseplate/platform/accounts/rules'
import type { Platform } from '@baseplate/platform/platform'
import type { Catalogue } from '@baseplate/texts/catalogue'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

/** Returns the texts in a reader's language, which is chosen as on the pages of the site. */
export async function textsFor(
  { branding, texts }: Pick<Platform, 'branding' | 'texts'>,
  c: Context,
  actor: Pick<Actor, 'language'> | undefined,
): Promise<Catalogue> {
  const { languages } = await branding.read()
  const chosen = [actor?.language, getCookie(c, 'language')].find((one) => one && languages.includes(one))
  return chosen ? texts.of(chosen) : texts.preferredBy(c.req.header('Accept-Language') ?? null, languages)
}
