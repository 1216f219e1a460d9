import type { Sample } from './sample.ts'

const empty = { type: 'application/octet-stream', response: '' }
const json = (response: string) => ({ type: 'application/json', response })
const refused = { method: 'POST', status: 400, type: 'text/plain', response: 'Invalid Request' } as const

/** Calls of a place without the services of the platform: it has no data, and cannot save any. */
export const savedDataSamples: readonly Sample[] = [
  { url: '/Persistence/GetBlobUrl.ashx?placeid=1818&userid=5', ...empty },
  { url: '/Persistence/GetBlob.ashx?placeid=1818&userid=5', ...empty },
  { url: '/Persistence/SetBlob.ashx?placeid=1818&userid=5', body: 'x', ...refused },
  { url: '/persistence/getV2?placeId=1818&type=standard', method: 'POST', ...json('{"data":[]}') },
  { url: '/persistence/set?placeId=1818&key=x', ...refused },
  { url: '/persistence/increment?placeId=1818&key=x&value=1', ...refused },
  {
    url: '/persistence/getSortedValues?placeId=1818&type=sorted',
    method: 'POST',
    ...json('{"data":{"Entries":[],"ExclusiveStartKey":null}}'),
  },
]
