import type { Sample } from './sample.ts'

const empty = { type: 'text/plain', response: '' }
const json = (response: string) => ({ type: 'application/json', response })
const none = json('{"data":[]}')

export const constantSamples: readonly Sample[] = [
  { url: '/Game/KeepAlivePinger.ashx', ...empty },
  { url: '/Game/KeepPingerAlive.ashx', method: 'POST', ...empty },
  { url: '/Game/PlaceVisit.ashx?UserID=5&AssociatedPlaceID=1818', method: 'POST', ...empty },
  { url: '/Game/Knockouts.ashx?UserID=5', ...empty },
  { url: '/Game/Wipeouts.ashx?UserID=5', method: 'POST', body: 'x', ...empty },
  { url: '/Game/JoinRate.ashx?st=0&i=0', method: 'POST', ...empty },
  { url: '/Game/Cdn.ashx', method: 'POST', body: '{}', ...empty },
  { url: '/game/report-stats?name=x&value=1', method: 'POST', ...empty },
  { url: '/game/report-event?name=x', ...empty },
  { url: '/Game/ReportSystats.ashx?UserID=5&Message=x', ...empty },
  { url: '/AbuseReport/Client.ashx?userID=5', method: 'POST', body: 'x', ...empty },
  {
    url: '/game/validate-machine',
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'macAddresses=00-11-22-33-44-55',
    ...json('{"success":true}'),
  },
  { url: '/game/players/5/', ...json('{"ChatFilter":"blacklist"}') },
  { url: '/Error/Dmp.ashx?filename=x.dmp', method: 'POST', body: 'MDMP', ...empty },
  { url: '/Error/Lua.ashx', method: 'POST', body: 'x', ...empty },
  { url: '/Error/Grid.ashx', ...empty },
  {
    url: '/Error/Breakpad.ashx',
    method: 'POST',
    headers: { 'Content-Encoding': 'gzip' },
    body: 'x',
    ...empty,
  },
  { url: '/Error/Other.ashx', ...empty },
  { url: '/Analytics/Measurement.ashx?q=1', ...empty },
  { url: '/Analytics/ContentProvider.ashx', method: 'POST', body: '{}', ...empty },
  { url: '/Analytics/Other.ashx', ...empty },
  {
    url: '/Analytics/GamePerfMonitor.ashx?blockId=1',
    type: 'text/plain',
    response: /^--rbxsig%[A-Za-z0-9+/]+=*%\n$/,
  },
  { url: '/v1.1/Counters/Increment?apiKey=x&counterName=y&amount=1', method: 'POST', ...empty },
  { url: '/v1.0/MultiIncrement', method: 'POST', body: '{}', ...empty },
  { url: '/v1.0/SequenceStatistics/AddToSequence?key=x&value=1', method: 'POST', ...empty },
  { url: '/GetAllowedMD5Hashes?apiKey=x', ...none },
  { url: '/GetAllowedSecurityVersions', ...none },
  { url: '/GetAllowedSecurityKeys', ...none },
  { url: '/GetAllowedMemHashes', ...none },
  { url: '/Data/AutoSave.ashx?assetId=1818', method: 'POST', body: '<roblox/>', ...empty },
  {
    url: '/UploadMedia/UploadVideo.aspx',
    type: 'text/html; charset=utf-8',
    response: /^<!doctype html><html lang="en"><title>Video<\/title><p>[^<]+<\/p><\/html>$/,
  },
  { url: '/client-status?browserTrackerId=0', ...empty },
  { url: '/rbxevents', method: 'POST', ...empty },
  {
    url: '/device/initialize',
    method: 'POST',
    body: 'mobileDeviceId=x',
    ...json('{"browserTrackerId":0,"appDeviceIdentifier":null}'),
  },
  { url: '/mobileapi/check-app-version?appVersion=x', ...json('{}') },
]
