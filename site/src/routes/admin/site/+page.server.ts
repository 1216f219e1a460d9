import type { SiteIdentity } from '@baseplate/platform/foundation/identity'
import { changeIdentity, restoreIdentity } from '@baseplate/platform/operations/identity/edit'
import { removeSitePicture, setSitePicture } from '@baseplate/platform/operations/identity/pictures'
import { maxPictureBytes, type PictureKind } from '@baseplate/platform/operations/identity/rules'
import { viewIdentity } from '@baseplate/platform/operations/identity/view'
import { genreNamed } from '#lib/place/genre-names.ts'
import { action } from '#lib/server/action.ts'
import { fileAction, formAction } from '#lib/server/form.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { page } from '#lib/server/page.ts'
import { whoActs } from '#lib/server/route-call.ts'
import { shownTagline, storedTagline } from '#lib/server/tagline.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewIdentity, {
  data: (view, { platform, event }) => ({
    ...view,
    // Programs get the stored values.
    ...(!event.isSubRequest && { identity: shownOf(view.identity), configured: shownOf(view.configured) }),
    allLanguages: platform.texts.all.map(({ locale, name }) => ({ locale, name })),
  }),
})

const shownOf = (identity: SiteIdentity): SiteIdentity => ({
  ...identity,
  tagline: shownTagline(identity.tagline),
})

/** Returns the genres as they are stored. The page shows the shipped ones in the reader's language. */
const genresOf = ({ genres = '' }: Record<string, string>): string =>
  genres
    .split('\n')
    .map((name) => genreNamed(name.trim()))
    .join('\n')

/** Makes the form action of one picture. */
function picture(kind: PictureKind) {
  const set = setSitePicture[kind]
  const { summary, scope, level } = set
  return handles(
    { summary, scope },
    fileAction(
      kind,
      { field: kind, maxBytes: maxPictureBytes, level },
      async ({ platform, actor }, _, file) => {
        await set(platform, actor, { file })
        return { message: t('identity.saved') }
      },
    ),
  )
}

export const actions: Actions = {
  change: handles(
    operationWith(changeIdentity),
    formAction('change', async (event, fields) => {
      await changeIdentity(event.locals.platform, whoActs(event, changeIdentity), {
        ...fields,
        tagline: storedTagline(fields.tagline ?? ''),
        genres: genresOf(fields),
      })
      return { message: t('identity.saved') }
    }),
  ),
  logo: picture('logo'),
  icon: picture('icon'),
  removepicture: action('remove', removeSitePicture, { done: () => ({ message: t('identity.saved') }) }),
  restore: action('restore', restoreIdentity, { done: () => ({ message: t('identity.restored') }) }),
}
