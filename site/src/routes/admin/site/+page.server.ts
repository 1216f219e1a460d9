import type { SiteBranding } from '@baseplate/platform/foundation/branding'
import {
  changeBranding,
  removeSitePicture,
  restoreBranding,
  setSitePicture,
  viewBranding,
} from '@baseplate/platform/operations/door'
import { genreNamed } from '#lib/place/genre-names.ts'
import { action } from '#lib/server/action.ts'
import { formAction } from '#lib/server/form.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { page } from '#lib/server/page.ts'
import { whoActs } from '#lib/server/route-call.ts'
import { shownTagline, storedTagline } from '#lib/server/tagline.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewBranding, {
  data: (view, { platform, event }) => ({
    ...view,
    // Programs get the stored values.
    ...(!event.isSubRequest && { identity: shownOf(view.identity), configured: shownOf(view.configured) }),
    allLanguages: platform.texts.all.map(({ locale, name }) => ({ locale, name })),
  }),
})

const shownOf = (branding: SiteBranding): SiteBranding => ({
  ...branding,
  tagline: shownTagline(branding.tagline),
})

/** Returns the genres as they are stored. The page shows the shipped ones in the reader's language. */
const genresOf = ({ genres = '' }: Record<string, string>): string =>
  genres
    .split('\n')
    .map((name) => genreNamed(name.trim()))
    .join('\n')

export const actions: Actions = {
  change: handles(
    operationWith(changeBranding),
    formAction('change', async (event, fields) => {
      await changeBranding(event.locals.platform, whoActs(event, changeBranding), {
        ...fields,
        tagline: storedTagline(fields.tagline ?? ''),
        genres: genresOf(fields),
      })
      return { message: t('identity.saved') }
    }),
  ),
  logo: action('logo', setSitePicture.logo, { done: () => ({ message: t('identity.saved') }) }),
  icon: action('icon', setSitePicture.icon, { done: () => ({ message: t('identity.saved') }) }),
  removepicture: action('remove', removeSitePicture, { done: () => ({ message: t('identity.saved') }) }),
  restore: action('restore', restoreBranding, { done: () => ({ message: t('identity.restored') }) }),
}
