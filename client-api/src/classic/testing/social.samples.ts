import type { Sample } from './sample.ts'

const plain = (response: string, status?: number) => ({
  type: 'text/plain',
  response,
  ...(status !== undefined && { status }),
})
const json = (response: string) => ({ type: 'application/json', response })
const xml = (response: string) => ({ type: 'text/xml', response })
const signInFirst = plain('Sign in first', 401)
const invalid = plain('Invalid Request', 400)
const noUser = plain('User not found', 404)
const noGroup = plain('Group not found', 404)
const noAsset = plain('Asset not found', 404)
const noPlace = plain('Place not found', 404)
const notOffered = plain('This platform does not offer this to games', 403)

const posted = (url: string, expected: Omit<Sample, 'url' | 'method'>): Sample => ({
  url,
  method: 'POST',
  ...expected,
})

/** Calls about accounts, friends, groups, texts and items. */
const socialCalls: readonly Sample[] = [
  { url: '/Game/GetCurrentUser.ashx', ...plain('') },
  { url: '/users/account-info', ...signInFirst },
  { url: '/users/get-by-username?username=Nobody', ...noUser },
  { url: '/users/5', ...noUser },
  { url: '/users/5/canmanage/1818', ...json('{"Success":true,"CanManage":false}') },
  { url: '/users/5/groups', ...json('[]') },
  { url: '/groups/7', ...noGroup },
  { url: '/groups/7/allies', ...noGroup },
  { url: '/api/groups/7/RoleSets/', ...noGroup },
  { url: '/Game/AreFriends?userId=5&otherUserIds=6,7', ...plain('S') },
  { url: '/Friend/AreFriends?userId=5&otherUserIds=6&otherUserIds=7', ...plain('S') },
  ...[
    '/Game/CreateFriend',
    '/Game/BreakFriend',
    '/Friend/CreateFriend',
    '/Friend/BreakFriend',
    '/Friend/CreateFriendRequest',
    '/Friend/DeleteFriendRequest',
  ].map((path) => posted(`${path}?firstUserId=5&secondUserId=6`, invalid)),
  ...[
    '/user/request-friendship',
    '/user/accept-friend-request',
    '/user/decline-friend-request',
    '/user/unfriend',
    '/user/follow',
    '/user/unfollow',
    '/userblock/block?userId=5',
    '/userblock/unblock?userId=5',
  ].map((url) => posted(url, signInFirst)),
  {
    url: '/user/following-exists?userId=5&followerUserId=6',
    ...json('{"success":true,"isFollowing":false}'),
  },
  {
    url: '/user/get-friendship-count?userId=5',
    ...json('{"success":true,"message":"Success","count":0}'),
  },
  posted('/user/multi-following-exists', json('{"FollowingDetails":[]}')),
  { url: '/userblock/getblockedusers', ...json('{"success":true,"userList":[],"total":0}') },
  {
    url: '/Game/LuaWebService/HandleSocialRequest.ashx?method=IsFriendsWith&playerid=5&userid=6',
    ...xml('<Value Type="boolean">false</Value>'),
  },
  {
    url: '/Game/LuaWebService/HandleSocialRequest.ashx?method=GetGroupRole&playerid=5&groupid=7',
    ...xml('Guest'),
  },
  posted('/Game/ChatFilter.ashx', signInFirst),
  posted('/moderation/filtertext', signInFirst),
  posted('/moderation/v2/filtertext', signInFirst),
  { url: '/ownership/hasasset?userId=5&assetId=1818', ...json('false') },
  { url: '/marketplace/productinfo?assetId=1818', ...noAsset },
  { url: '/currency/balance', ...signInFirst },
  {
    url: '/my/economy-status',
    ...json('{"isMarketplaceEnabled":false,"isMarketplaceEnabledForAuthenticatedUser":false}'),
  },
  { url: '/Game/LoadPlaceInfo.ashx?PlaceId=1818', ...noPlace },
  { url: '/Game/PlaceSpecificScript.ashx?PlaceId=1818', ...noPlace },
  posted('/game/load-place-info', invalid),
]

const notBought = json('{"success":false,"status":"EconomyDisabled","receipt":null}')

/** Calls of services that the platform does not offer to games. */
const notOfferedCalls: readonly Sample[] = [
  posted('/Game/Badge/AwardBadge.ashx?UserID=5&BadgeID=1818&PlaceID=1818', plain('0')),
  posted('/assets/award-badge?userId=5&badgeId=1818&placeId=1818', plain('0')),
  { url: '/Game/Badge/HasBadge.ashx?UserID=5&BadgeID=1818', ...plain('Failure') },
  { url: '/Game/Badge/IsBadgeDisabled.ashx?BadgeID=1818&PlaceID=1818', ...plain('1') },
  { url: '/Game/Badge/IsBadgeLegal.ashx?BadgeID=1818&PlaceID=1818', ...plain('1') },
  {
    url: '/Game/GamePass/GamePassHandler.ashx?Action=HasPass&UserID=5&PassID=1818',
    ...xml('<Value Type="boolean">false</Value>'),
  },
  { url: '/marketplace/productDetails?productId=5', ...noAsset },
  { url: '/marketplace/game-pass-product-info?gamePassId=5', ...noAsset },
  posted('/marketplace/purchase', notBought),
  posted('/marketplace/submitpurchase', notBought),
  {
    url: '/marketplace/validatepurchase?receipt=x',
    ...json('{"playerId":0,"placeId":0,"isValid":false,"productId":0}'),
  },
  { url: '/gametransactions/getpendingtransactions?PlaceId=1818&PlayerId=5', ...json('[]') },
  posted('/gametransactions/settransactionstatuscomplete', json('{"success":false}')),
  {
    url: '/points/get-point-balance?userId=5&placeId=1818',
    ...json('{"success":true,"pointBalance":0}'),
  },
  posted(
    '/points/award-points?userId=5&placeId=1818&amount=1',
    json('{"success":false,"userBalance":0,"pointsAwarded":0,"userGameBalance":0}'),
  ),
  { url: '/points/get-awardable-points?placeId=1818', ...json('{"points":"0"}') },
  posted('/reservedservers/create?placeId=1818', notOffered),
  posted('/reservedservers/grantaccess?reservedServerAccessCode=x', notOffered),
]

export const socialSamples: readonly Sample[] = [...socialCalls, ...notOfferedCalls]
