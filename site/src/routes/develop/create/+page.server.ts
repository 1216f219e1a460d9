import type { Actor } from '@baseplate/platform/accounts/rules'
import { priceOf } from '@baseplate/platform/assets/creating/rules'
import {
  assetFile,
  creationForm,
  type Draft,
  findDraft,
  hasTemplate,
  keepUnpaid,
  publish,
  readDraft,
  saveDraft,
  viewAssetSettings,
} from '@baseplate/platform/assets/door'
import { viewLook } from '@baseplate/platform/avatars/door'
import { randomCharacters } from '@baseplate/platform/foundation/ids'
import type { SentFile } from '@baseplate/platform/foundation/input'
import type { Platform } from '@baseplate/platform/platform'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { type Acting, asActor, forUsers } from '#lib/server/as-actor.ts'
import { fileAction } from '#lib/server/form.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import { typedUnits } from '#lib/texts/format.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = forUsers(
  {
    reads: ['draft', 'again'],
    scope: 'assets:write',
    summary:
      'Returns what the form needs. A form that is sent twice creates one item, by its `key`. A draft keeps the key of its form.',
  },
  async ({ platform, actor, event }: Acting<PageServerLoadEvent>) => {
    const { Assets, Economy } = platform.config
    const key = event.url.searchParams.get('draft')
    const draft = key === null ? undefined : await readDraft(platform, actor, { key })
    return {
      draft,
      /** Initial values of the form. */
      start: draft ? valuesOf(draft) : await valuesOfRejected(event),
      creatable: Assets.Creatable,
      templates: Assets.Creatable.filter(hasTemplate),
      cost: priceOf(actor),
      fee: Economy.Fee,
      key: draft?.key ?? randomCharacters(20),
      look: await viewLook(platform, actor),
    }
  },
)

const valuesOf = ({ type, name, description, price }: Draft) => ({ type, name, description, price })

/** Returns the texts of the item that its maker wants to create again, for example after it was rejected. */
async function valuesOfRejected(event: RequestEvent) {
  const again = event.url.searchParams.get('again')
  if (again === null) return undefined
  const { platform, actor } = asActor(event)
  const { type, name, description, price, forSale } = await viewAssetSettings(platform, actor, {
    id: assetIdOf(again),
  })
  return {
    type,
    name,
    description: description.text,
    price: forSale ? typedUnits(String(price)) : '',
  }
}

/** Whether these fields create an item that costs money. An item without a file or a name is refused before. */
async function costsMoney(
  platform: Platform,
  actor: Actor,
  { save, name = '', key = '' }: Record<string, string>,
  file: SentFile,
): Promise<boolean> {
  if (save !== undefined || priceOf(actor) === 0 || name.trim() === '') return false
  return file !== undefined || (await findDraft(platform.db, actor.id, key))?.file != null
}

export const actions: Actions = {
  default: handles(
    { ...operationWith(publish), input: creationForm },
    fileAction('create', assetFile, async ({ platform, actor }: Acting<RequestEvent>, sent, asset) => {
      const { ask, ...fields } = sent
      const form = { ...fields, asset }
      if (ask === 'not now')
        redirect(302, `/develop/create?${new URLSearchParams({ draft: fields.key ?? '' })}`)
      if (ask !== undefined && (await costsMoney(platform, actor, fields, asset))) {
        // Without scripts, only a draft can keep the file until the maker has confirmed.
        await saveDraft(platform, actor, form)
        return { asked: true, values: fields }
      }
      if (fields.save === 'draft') {
        await saveDraft(platform, actor, form)
        redirect(302, '/develop')
      }
      const { id, slug } = await publish(platform, actor, form).catch(async (error: unknown) => {
        const draft = await keepUnpaid(platform, actor, { form, error })
        // The page says that the draft was kept.
        if (draft !== undefined) sent.draft = draft
        throw error
      })
      redirect(302, `/catalog/${id}/${slug}`)
    }),
  ),
}
