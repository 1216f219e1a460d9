import { type ClassicCall, type Constant, getOrPost } from '../call.ts'

const empty: Constant = { type: 'text/plain', body: '' }

const json = (value: unknown): Constant => ({ type: 'application/json', body: JSON.stringify(value) })

const constant = (
  paths: ClassicCall['paths'],
  source: ClassicCall['source'],
  response = empty,
): ClassicCall => ({ paths, methods: getOrPost, credential: 'none', source, constant: response })

/** Calls whose response never differs. Operators replace them by files: docs/game-clients.md#constants. */
export const constantCalls: readonly ClassicCall[] = [
  constant(['/game/keepalivepinger.ashx', '/game/keeppingeralive.ashx'], 'scripts'),
  constant(['/game/placevisit.ashx'], 'scripts'),
  constant(['/game/knockouts.ashx', '/game/wipeouts.ashx'], 'scripts'),
  constant(['/game/joinrate.ashx'], 'scripts'),
  constant(['/game/cdn.ashx'], 'scripts'),
  constant(['/game/report-stats'], 'servers'),
  constant(['/game/report-event'], 'servers'),
  constant(['/game/reportsystats.ashx'], 'scripts'),
  constant(['/abusereport/client.ashx'], 'scripts'),
  constant(['/game/validate-machine'], 'servers', json({ success: true })),
  constant(['/game/players/:player{[0-9]+}'], 'servers', json({ ChatFilter: 'blacklist' })),
  constant(
    [
      '/error/dmp.ashx',
      '/error/lua.ashx',
      '/error/grid.ashx',
      '/error/breakpad.ashx',
      '/error/:kind{[a-z]+\\.ashx}',
    ],
    'scripts',
  ),
  constant(
    ['/analytics/measurement.ashx', '/analytics/contentprovider.ashx', '/analytics/:kind{[a-z]+\\.ashx}'],
    'scripts',
  ),
  constant(['/analytics/gameperfmonitor.ashx'], 'scripts', { ...empty, signed: true }),
  constant(['/v1.1/counters/increment'], 'servers'),
  constant(['/v1.0/multiincrement'], 'servers'),
  constant(['/v1.0/sequencestatistics/*'], 'servers'),
  constant(['/getallowedmd5hashes'], 'servers', json({ data: [] })),
  constant(['/getallowedsecurityversions'], 'servers', json({ data: [] })),
  constant(['/getallowedsecuritykeys'], 'servers', json({ data: [] })),
  constant(['/getallowedmemhashes'], 'servers', json({ data: [] })),
  constant(['/data/autosave.ashx'], 'scripts'),
  constant(['/uploadmedia/uploadvideo.aspx'], 'scripts', {
    type: 'text/html; charset=utf-8',
    body: '<!doctype html><html lang="en"><title>Video</title><p>Your video stays on this computer. This site keeps screenshots only.</p></html>',
  }),
  constant(['/client-status'], 'servers'),
  constant(['/rbxevents'], 'servers'),
  constant(['/device/initialize'], 'servers', json({ browserTrackerId: 0, appDeviceIdentifier: null })),
  constant(['/mobileapi/*'], 'servers', json({})),
]
