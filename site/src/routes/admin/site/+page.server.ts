import { permissionLevel } from '@baseplate/platform/accounts/rules'
import type { SiteIdentity } from '@baseplate/platform/foundation/identity'
import { changeIdentity, restoreIdentity } from '@baseplate/platform/operations/identity/edit'
import { removeSitePicture, setSitePicture } from '@baseplate/platform/operations/identity/pictures'
import { maxPictureBytes, type PictureKind } from '@baseplate/platform/operations/identity/rules'
import { viewIdentity } from '@baseplate/platform/operations/identity/view'
import { genreNamed } from '#lib/place/genre-names.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { fileAction, staffAction } from '#lib/server/form.ts'
import { queryOf } from '#lib/server/request-url.ts'
import { shownTagline, storedTagline } from '#lib/server/tagline.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.administrator)
  const view = await viewIdentity(platform, actor, queryOf(event))
  return {
    ...view,
    // Programs get the stored values.
    ...(!event.isSubRequest && { identity: shownOf(view.identity), configured: shownOf(view.configured) }),
    allLanguages: platform.texts.all.map(({ locale, name }) => ({ locale, name })),
  }
}

const shownOf = (identity: SiteIdentity): SiteIdentity => ({
  ...identity,
  tagline: shownTagline(identity.tagline),
})

/** Returns the checked languages, the default first. Programs send `languages` itself. */
function languagesOf({ languages, standard = '', ...fields }: Record<string, string>): string {
  if (languages !== undefined) return languages
  const checked = Object.entries(fields)
    .filter(([name, value]) => name.startsWith('language-') && value === 'true')
    .map(([name]) => name.slice('language-'.length))
  return [standard, ...checked.filter((locale) => locale !== standard)].join(',')
}

/** Returns the genres as they are stored. The page shows the shipped ones in the reader's language. */
const genresOf = ({ genres = '' }: Record<string, string>): string =>
  genres
    .split('\n')
    .map((name) => genreNamed(name.trim()))
    .join('\n')

const picture = (kind: PictureKind) =>
  fileAction(
    kind,
    { field: kind, maxBytes: maxPictureBytes, level: permissionLevel.administrator },
    async ({ platform, actor }, _, file) => {
      await setSitePicture(platform, actor, { picture: kind }, file)
      return { message: t('identity.saved') }
    },
  )

export const actions: Actions = {
  change: staffAction(permissionLevel.administrator, 'change', async ({ platform, actor }, fields) => {
    await changeIdentity(platform, actor, {
      ...fields,
      tagline: storedTagline(fields.tagline ?? ''),
      languages: languagesOf(fields),
      genres: genresOf(fields),
    })
    return { message: t('identity.saved') }
  }),
  /** Sets the platform's logo. */
  logo: picture('logo'),
  /** Sets the platform's icon, also for browsers and apps. */
  icon: picture('icon'),
  removepicture: staffAction(permissionLevel.administrator, 'remove', async ({ platform, actor }, fields) => {
    await removeSitePicture(platform, actor, fields)
    return { message: t('identity.saved') }
  }),
  restore: staffAction(permissionLevel.administrator, 'restore', async ({ platform, actor }, fields) => {
    await restoreIdentity(platform, actor, fields)
    return { message: t('identity.restored') }
  }),
}
