import { type Actor, isModerator } from '@baseplate/platform/accounts/rules'
import { findOwned } from '@baseplate/platform/assets/door'
import {
  listOutfits,
  rerenderAvatar,
  viewOfferedLook,
  wearLook,
  wearSharedOutfit,
} from '@baseplate/platform/avatars/door'
import { listNewestWon } from '@baseplate/platform/badges/door'
import { blockUser, muteUser, unblockUser, unmuteUser } from '@baseplate/platform/blocking/door'
import {
  removeProfileText,
  restoreProfileText,
  viewAccount,
  viewModeratedTexts,
} from '@baseplate/platform/moderation/door'
import { type StylingMode, viewProfile, viewProfileStyling, writePost } from '@baseplate/platform/people/door'
import type { Platform } from '@baseplate/platform/platform'
import {
  acceptRequest,
  cancelRequest,
  declineRequest,
  follow,
  requestFriendship,
  unfollow,
  unfriend,
} from '@baseplate/platform/social/door'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { type Acting, forUsers } from '#lib/server/as-actor.ts'
import { assetCard, placeCard } from '#lib/server/cards.ts'
import { atPresentName } from '#lib/server/former-names.ts'
import { ownModerationActions } from '#lib/server/moderation-actions.ts'
import { postActions } from '#lib/server/post-actions.ts'
import { themeFile } from '#lib/server/themes.ts'
import { formatList } from '#lib/texts/format.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = forUsers(
  { reads: ['posts', 'styling'], scope: 'read', summary: viewProfile.summary },
  async ({ platform, actor, event }: Acting<PageServerLoadEvent>) => {
    const { searchParams } = event.url
    const { theme, places, ...profile } = await atPresentName(event, () =>
      viewProfile(platform, actor, {
        username: event.params.username,
        posts: searchParams.get('posts') ?? undefined,
      }),
    )
    const mode = stylingMode(actor, profile.id, searchParams.get('styling'))
    const moderates = isModerator(actor) && actor.id !== profile.id
    const [look, outfits, won, styling, moderatedTexts, account] = await Promise.all([
      profile.inventoryShown ? lookOf(platform, actor, profile.id) : hiddenLook,
      profile.inventoryShown ? outfitsOf(platform, actor, profile.id) : [],
      profile.inventoryShown ? listNewestWon(platform.db, profile.id) : noBadges,
      viewProfileStyling(platform.db, actor, profile, mode),
      viewModeratedTexts(platform.db, actor, profile.id),
      moderates ? viewAccount(platform, actor, { username: profile.username }) : undefined,
    ])
    return {
      ...profile,
      places: places.map(placeCard),
      feed: profile.postFeed ? `/feeds/users/${profile.username}.atom` : undefined,
      look,
      outfits,
      ...won,
      profileTheme: themeFile(platform.config, theme),
      styling,
      moderatedTexts,
      /** Present when a moderator views another user. */
      ...(account && { account }),
    }
  },
)

/** The badges of a user who does not share them with the viewer. */
const noBadges = { badges: [], moreBadges: false }

/** The look of a user who does not share it with the viewer. */
const hiddenLook = { items: [], missing: 0, unavailable: 0, price: 0 }

async function lookOf({ db }: Platform, viewer: Actor, userId: string) {
  const { items, ...look } = await viewOfferedLook(db, viewer, userId)
  return { ...look, items: items.map(assetCard) }
}

/** Lists the shared outfits, each with whether the viewer owns all of its items. */
async function outfitsOf({ db }: Platform, viewer: Actor, userId: string) {
  const outfits = await listOutfits(db, userId, { sharedOnly: true })
  const ids = outfits.flatMap(({ items }) => items.map(({ id }) => id))
  const owned = await findOwned(db, viewer.id, ids)
  return outfits.map((outfit) => ({ ...outfit, owned: outfit.items.every(({ id }) => owned.has(id)) }))
}

/**
 * Returns the styling mode of a profile. Moderators see other profiles without the owner's CSS by default, because it could
 * hide content.
 */
function stylingMode(actor: Actor, userId: string, requested: string | null): StylingMode {
  if (requested === 'on' || requested === 'off' || requested === 'draft') return requested
  return isModerator(actor) && actor.id !== userId ? 'off' : 'on'
}

/** The address of a profile names its user. */
const params = { username: String }

export const actions: Actions = {
  ...ownModerationActions,
  ...postActions,
  // The page shows the effect of these, so there is no message.
  follow: action('follow', follow, { params }),
  unfollow: action('unfollow', unfollow, { params }),
  request: action('request', requestFriendship, { params }),
  cancel: action('cancel', cancelRequest, { params }),
  accept: action('accept', acceptRequest, { params }),
  decline: action('decline', declineRequest, { params }),
  unfriend: action('unfriend', unfriend, { params }),
  block: action('block', blockUser, { params }),
  unblock: action('unblock', unblockUser, { params }),
  mute: action('mute', muteUser, { params }),
  unmute: action('unmute', unmuteUser, { params }),
  removetext: action('removetext', removeProfileText, { params }),
  restoretext: action('restoretext', restoreProfileText, { params }),
  post: action('post', writePost, {
    done: ({ id }, { actor }) => redirect(302, `/user/${actor.username}#post-${id}`),
  }),
  wearlook: action('wearlook', wearLook, {
    params,
    done: ({ bought, missed }, { event }) => {
      const { username = '' } = event.params
      const items = formatList(missed.map(({ name }) => name))
      const message =
        missed.length === 0
          ? t('dressing.look.worn', { username })
          : t('dressing.look.worn_in_part', { username, items })
      return { message, bought, missed }
    },
  }),
  wearoutfit: action('wearoutfit', wearSharedOutfit, {
    params,
    done: ({ name }) => ({ message: t('dressing.look.outfit_worn', { name }) }),
  }),
  rerender: action('rerender', rerenderAvatar, { params }),
}
