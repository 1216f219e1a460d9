import { hasAccounts } from '@baseplate/platform/accounts/door'
import { lacksRequiredFactor } from '@baseplate/platform/accounts/factors/rules'
import { findInbox } from '@baseplate/platform/notifications/door'
import { viewParty } from '@baseplate/platform/parties/door'
import { systemsOf } from '#lib/download/system.ts'
import { bannersFor } from '#lib/server/banners.ts'
import { takeDone } from '#lib/server/lead-back.ts'
import { taglineOf } from '#lib/server/tagline.ts'
import { themeFileOf } from '#lib/server/themes.ts'
import type { LayoutServerLoad } from './$types'

export const load: LayoutServerLoad = async (event) => {
  const { locals, cookies } = event
  const { platform, actor, branding } = locals
  const { name, tagline, welcome, logo, icon, links } = branding
  const isConfined =
    actor !== null &&
    (actor.standing !== null || actor.leaves !== null || lacksRequiredFactor(actor, platform.config))
  const balance = actor && (await platform.economy.balanceOf(actor.id))
  return {
    viewer: actor && {
      id: actor.id,
      username: actor.username,
      portrait: actor.portrait,
      permissionLevel: actor.permissionLevel,
      confined: isConfined,
      passkeys: actor.factors.passkey,
      authenticator: actor.factors.totp,
    },
    balance: balance === null ? null : String(balance),
    party: actor && !isConfined && locals.inParty ? await viewParty(platform, actor) : null,
    inbox: actor && !isConfined ? await findInbox(platform.db, actor.id) : null,
    site: {
      name,
      tagline: taglineOf(tagline),
      welcome,
      logo,
      icon,
      links,
      currency: platform.config.CurrencySymbol,
      baseUrl: platform.config.baseUrl,
      hasAccounts: actor !== null || (await hasAccounts(platform.db)),
      providers: platform.config.SignIn.Providers.map(({ Id, Name }) => ({ id: Id, name: Name })),
      engine: platform.config.Engine,
      systems: systemsOf(platform.config),
    },
    announcements: await bannersFor(platform, cookies),
    done: takeDone(event),
    theme: themeFileOf(locals),
    pageLanguage: locals.texts.locale,
    languages: branding.languages.map((locale) => ({ locale, name: platform.texts.of(locale).name })),
  }
}
