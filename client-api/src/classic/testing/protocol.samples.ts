import type { Sample } from './sample.ts'

const plain = 'text/plain'

export const protocolSamples: readonly Sample[] = [
  {
    url: '/Game/Join.ashx?PlaceID=1818&GameID=x',
    type: plain,
    response: /^--rbxsig%[A-Za-z0-9+/]+=*%\n[\s\S]*"Player1"[\s\S]*$/,
  },
  { url: '/Game/MachineConfiguration.ashx', method: 'POST', body: 'cpu=x', type: plain, response: 'OK' },
  {
    url: '/Game/ClientPresence.ashx?version=old&PlaceID=1818&GameID=x&UserID=5',
    type: plain,
    response: 'OK',
  },
  { url: '/Game/ClientPresence.ashx?action=connect&UserID=5', method: 'POST', type: plain, response: 'OK' },
  {
    url: '/Setting/QuietGet/ClientAppSettings/?apiKey=x',
    type: 'application/json',
    response: '{"applicationSettings":{"FFlagOne":"True"}}',
  },
  { url: '/Setting/QuietGet/RCCService/', type: 'application/json', response: '{"FFlagOne":"True"}' },
  { url: '/Setting/Get/ClientAppSettings/', type: 'application/json', response: '{"FFlagOne":"True"}' },
  {
    url: '/game/players',
    method: 'POST',
    body: '[5]',
    status: 400,
    type: plain,
    response: 'Invalid Request',
  },
  {
    url: '/universes/validate-place-join?destinationPlaceId=1818',
    type: 'application/json',
    response: 'false',
  },
  {
    url: '/UploadMedia/PostImage.aspx',
    method: 'POST',
    body: 'x',
    status: 401,
    type: plain,
    response: 'Sign in first',
  },
]
