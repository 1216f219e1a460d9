import { type Listing, rowsBelow, rowsOf } from './listing.ts'

const ofPlaces = { table: 'places', key: 'id', owner: 'owner_id' } as const
const ofPosts = { table: 'posts', key: 'id', owner: 'author_id' } as const
const ofOutfits = { table: 'outfits', key: 'id', owner: 'user_id' } as const
const ofGroups = { table: 'groups', key: 'id', owner: 'owner_id' } as const

const bodyColours = ['head', 'torso', 'left_arm', 'right_arm', 'left_leg', 'right_leg'] as const

export const postListings: readonly Listing[] = [
  rowsOf('posts', 'posts', {
    owner: 'author_id',
    key: ['id'],
    show: ['id', 'created', 'visibility', 'removal_reason', 'likes', 'answers', 'answer_to'],
  }),
  rowsBelow('versions', 'post_versions', ofPosts, {
    refersTo: 'post_id',
    key: ['post_id', 'number'],
    show: ['post_id', 'number', 'text', 'created'],
  }),
  rowsOf('liked', 'post_likes', { owner: 'user_id', key: ['post_id'], show: ['post_id', 'created'] }),
  rowsOf('styling', 'profile_styles', {
    owner: 'user_id',
    key: ['user_id'],
    show: ['css', 'draft', 'removed_css', 'updated'],
  }),
]

const comment = ['id', 'parent_id', 'content', 'created', 'visibility'] as const

const ofAuthor = { owner: 'author_id', key: ['id'] } as const

export const commentListings: readonly Listing[] = [
  rowsOf('on_items', 'comments', { ...ofAuthor, only: 'asset_id', show: [...comment, 'asset_id'] }),
  rowsOf('on_games', 'comments', {
    ...ofAuthor,
    only: 'place_id',
    show: [...comment, 'place_id', 'version'],
  }),
  rowsOf('on_groups', 'comments', { ...ofAuthor, only: 'group_id', show: [...comment, 'group_id'] }),
]

export const gameListings: readonly Listing[] = [
  rowsOf('games', 'places', {
    owner: 'owner_id',
    key: ['id'],
    show: [
      'id',
      'name',
      'description',
      'description_updated',
      'created',
      'updated',
      'max_players',
      'private_server',
      'published',
      'archived',
      'deleted',
      'visibility',
      'dedicated',
      'server_address',
      'server_port',
      'data_size',
      'data_sha256',
      'data_updated',
      'like_count',
      'dislike_count',
      'genre',
      'tags',
      'visits',
      'played_ms',
      'visitor_count',
      'favourite_count',
      'timeline_open',
    ],
  }),
  rowsBelow('versions', 'place_versions', ofPlaces, {
    refersTo: 'place_id',
    key: ['place_id', 'version'],
    show: ['place_id', 'version', 'sha256', 'created', 'restored_from'],
  }),
  rowsBelow('updates', 'place_updates', ofPlaces, {
    refersTo: 'place_id',
    key: ['place_id', 'version'],
    show: ['place_id', 'version', 'created', 'restored_from', 'notes', 'notes_updated'],
  }),
  rowsBelow('thumbnails', 'place_thumbnails', ofPlaces, {
    refersTo: 'place_id',
    key: ['place_id', 'number'],
    show: ['place_id', 'number', 'position', 'size'],
  }),
  rowsOf('played', 'place_players', {
    owner: 'user_id',
    key: ['place_id'],
    show: ['place_id', 'visits', 'played_ms', 'last_played', 'last_visit', 'last_ranked'],
  }),
  rowsOf('game_sessions', 'playing_records', {
    owner: 'user_id',
    key: ['ticket'],
    show: ['place_id', 'created', 'started', 'ended'],
  }),
  rowsOf('favourites', 'place_favourites', {
    owner: 'user_id',
    key: ['place_id'],
    show: ['place_id', 'created'],
  }),
  rowsOf('votes', 'place_votes', { owner: 'user_id', key: ['place_id'], show: ['place_id', 'vote'] }),
  rowsOf('opened_with_a_private_link', 'private_links', {
    owner: 'user_id',
    key: ['place_id'],
    show: ['place_id'],
  }),
]

export const itemListings: readonly Listing[] = [
  rowsOf('created', 'assets', {
    owner: 'creator_id',
    key: ['id'],
    show: [
      'id',
      'type',
      'name',
      'description',
      'description_updated',
      'visibility',
      'price',
      'for_sale',
      'sold',
      'favourites',
      'file_size',
      'file_sha256',
      'file_md5',
      'created',
      'updated',
    ],
  }),
  rowsOf('being_created', 'creations', {
    owner: 'creator_id',
    key: ['asset_id'],
    show: ['asset_id', 'type', 'name', 'description', 'price', 'for_sale', 'created', 'state'],
  }),
  rowsOf('drafts', 'creation_drafts', {
    owner: 'user_id',
    key: ['key'],
    show: ['type', 'name', 'description', 'price', 'file', 'file_size', 'updated'],
  }),
  rowsOf('owned', 'owned_assets', { owner: 'user_id', key: ['asset_id'], show: ['asset_id', 'created'] }),
  rowsOf('favourites', 'asset_favourites', {
    owner: 'user_id',
    key: ['asset_id'],
    show: ['asset_id', 'created'],
  }),
  rowsOf('wishes', 'asset_wishes', { owner: 'user_id', key: ['asset_id'], show: ['asset_id', 'created'] }),
]

export const avatarListings: readonly Listing[] = [
  rowsOf('body_colours', 'body_colours', { owner: 'user_id', key: ['user_id'], show: bodyColours }),
  rowsOf('worn', 'worn_items', { owner: 'user_id', key: ['asset_id'], show: ['asset_id'] }),
  rowsOf('outfits', 'outfits', {
    owner: 'user_id',
    key: ['id'],
    show: ['id', 'name', 'shared', ...bodyColours, 'created'],
  }),
  rowsBelow('items_of_outfits', 'outfit_items', ofOutfits, {
    refersTo: 'outfit_id',
    key: ['outfit_id', 'asset_id'],
    show: ['outfit_id', 'asset_id'],
  }),
]

export const groupListings: readonly Listing[] = [
  rowsOf('owned', 'groups', {
    owner: 'owner_id',
    key: ['id'],
    show: ['id', 'name', 'description', 'created', 'member_count', 'open', 'closed_reason', 'member_games'],
  }),
  rowsOf('joined', 'group_members', { owner: 'user_id', key: ['group_id'], show: ['group_id', 'created'] }),
  rowsBelow('games', 'group_places', ofGroups, {
    refersTo: 'group_id',
    key: ['place_id'],
    show: ['group_id', 'place_id', 'created'],
  }),
]

/**
 * Lists the payments that a user has made. Recipients find theirs in the ledger. They learn nothing of failed payments, or of the
 * administrator who mints.
 */
export const paymentListings: readonly Listing[] = [
  rowsOf('payments', 'payments', {
    owner: 'payer_id',
    key: ['id'],
    show: ['kind', 'subject', 'state', 'amount', 'fee', 'note', 'link', 'created', 'settled', 'reason'],
    people: { to: 'payee_id' },
  }),
]

export const screenshotListings: readonly Listing[] = [
  rowsOf('screenshots', 'screenshots', {
    owner: 'user_id',
    key: ['id'],
    show: ['id', 'created', 'format', 'width', 'height', 'size'],
  }),
]
