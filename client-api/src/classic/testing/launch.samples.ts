import type { Sample } from './sample.ts'

const plain = 'text/plain'
const json = 'application/json'
const signInFirst = { status: 401, type: plain, response: 'Sign in first' }
const noUser = { status: 404, type: plain, response: 'User not found' }
const noAsset = { status: 404, type: plain, response: 'Asset not found' }
const invalidTicket = {
  status: 403,
  type: plain,
  response: 'This ticket was already used, or it has expired',
}
const studioPage = {
  type: 'text/html; charset=utf-8',
  response: /^<!doctype html>\n<html lang="en" [\s\S]*<a href="\/login">Sign in<\/a>[\s\S]*<\/html>\n$/,
}

/** Calls that start games, sign in, load pictures and assets, and publish. */
export const launchSamples: readonly Sample[] = [
  {
    url: '/Game/PlaceLauncher.ashx?request=RequestGame&placeId=1818',
    type: json,
    response:
      '{"jobId":null,"status":12,"joinScriptUrl":null,"authenticationUrl":null,"authenticationTicket":null,"message":"Sign in first"}',
  },
  { url: '/Login/Negotiate.ashx?suggest=x', ...invalidTicket },
  { url: '/Login/NegotiateAsync.ashx', method: 'POST', ...invalidTicket },
  { url: '/Login/RequestAuth.ashx', ...signInFirst },
  { url: '/game-auth/getauthticket', method: 'POST', ...signInFirst },
  { url: '/Game/GetAuthTicket', ...signInFirst },
  { url: '/Asset/?id=x', status: 400, type: plain, response: 'Invalid Request' },
  { url: '/Asset/Default.ashx?hash=0123456789abcdef', ...noAsset },
  { url: '/v1/asset?hash=0123456789abcdef', ...noAsset },
  { url: '/Data/Get.ashx?hash=0123456789abcdef', ...noAsset },
  { url: '/Asset/CharacterFetch.ashx?userId=5&placeId=1818', ...noUser },
  { url: '/Asset/AvatarAccoutrements.ashx?userId=5', ...noUser },
  { url: '/Asset/BodyColors.ashx?userId=5', ...noUser },
  { url: '/v1.1/avatar-fetch?placeId=1818&userId=5', ...noUser },
  {
    url: '/v1.1/game-start-info?universeId=5',
    type: json,
    response: /^\{"gameAvatarType":"MorphToR6",[\s\S]*"moderationStatus":null\}$/,
  },
  { url: '/Thumbs/Asset.ashx?assetId=x&width=48&height=48', ...noAsset },
  { url: '/Thumbs/RawAsset.ashx', ...noAsset },
  { url: '/Thumbs/GameIcon.ashx?assetId=1818', status: 404, type: plain, response: 'Place not found' },
  { url: '/Thumbs/Avatar.ashx?userId=5&x=100&y=100', ...noUser },
  { url: '/Thumbs/Head.ashx?username=Nobody', ...noUser },
  { url: '/asset-thumbnail/json?assetId=x', ...noAsset },
  { url: '/avatar-thumbnail/json?userId=5', ...noUser },
  { url: '/avatar-thumbnail/image?userId=5', ...noUser },
  { url: '/Game/Tools/InsertAsset.ashx?nsets=20', status: 404, type: plain, response: 'Not configured' },
  { url: '/IDE/Landing.aspx', ...studioPage },
  { url: '/My/Places.aspx', ...studioPage },
  { url: '/IDE/ClientToolbox.aspx', ...studioPage },
  { url: '/IDE/Upload.aspx', ...studioPage },
  { url: '/UI/Save.aspx', ...studioPage },
  { url: '/IDE/welcome', ...studioPage },
  { url: '/IDE/publishas', ...studioPage },
  { url: '/Game/Help.aspx', ...studioPage },
  { url: '/Game/Logout.aspx', status: 302, type: plain, response: '' },
  {
    url: '/Data/Upload.ashx?assetid=1818&type=Place',
    method: 'POST',
    body: '<roblox/>',
    ...signInFirst,
  },
]
