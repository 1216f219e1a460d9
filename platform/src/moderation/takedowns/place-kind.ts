import { Refused } from '../../foundation/errors.ts'
import { slugOf } from '../../foundation/slug.ts'
import { changePlaceVisibility, findManagedPlace, findPlace, parsePlaceId } from '../../places/door.ts'
import type { AppealableKind } from './content.ts'

export const placeKind: AppealableKind = {
  what: 'places',
  async find(db, id) {
    const placeId = parsePlaceId(id)
    const place = placeId === undefined ? undefined : await findPlace(db, placeId)
    if (!place) return undefined
    const { name, owner_id: ownerId, visibility } = place
    return { type: 'place', id, name, ownerId, visibility, link: `/place/${id}/${slugOf(name)}` }
  },
  hide: ({ db }, { id }) => changePlaceVisibility(db, Number(id), { from: 'Visible', to: 'Moderated' }),
  show: ({ db }, { id }) => changePlaceVisibility(db, Number(id), { from: 'Moderated', to: 'Visible' }),
  followUps: ['end-sessions'],
  hidden: {
    action: 'moderateplace',
    notification: {
      type: 'moderation',
      happening: ({ name: place }, reason) => ({ event: 'place_taken_down', values: { place, reason } }),
    },
  },
  shown: {
    action: 'moderateplace',
    notification: {
      type: 'moderation',
      happening: ({ name: place }) => ({ event: 'place_back', values: { place } }),
    },
  },
  appeals: {
    texts: {
      own: 'appeals.own_place',
      acted: 'appeals.taken_down_by_you',
    },
    async permit(db, actor, id) {
      const place = await findManagedPlace(db, actor, Number(id))
      if (place.owner_id !== actor.id) throw new Refused('appeals.owner_only')
    },
    granted: {
      action: 'grantplaceappeal',
      notification: {
        type: 'appeal',
        happening: ({ name: place }, answer) => ({
          event: 'place_appeal_granted',
          values: { place, answer },
        }),
      },
    },
    refused: {
      action: 'refuseplaceappeal',
      notification: {
        type: 'appeal',
        happening: ({ name: place }, answer) => ({
          event: 'place_appeal_refused',
          values: { place, answer },
        }),
      },
    },
  },
}
