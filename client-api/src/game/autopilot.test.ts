import fc from 'fast-check'
import { expect, test } from 'vitest'
import { autopilotMap } from './autopilot.ts'

const client = { AssetScheme: 'rbxasset', PlaceExtension: 'rbxl' }
const base64 = (name: string) => Buffer.from(name).toString('base64')

test.each(['Map.rbxl', 'my map-2_final.v1.rbxl'])('accepts the map %s', (name) => {
  expect(autopilotMap(base64(name), client)).toBe(`rbxasset://maps/${name}`)
  expect(autopilotMap(base64(name).replace(/=+$/, ''), client)).toBe(`rbxasset://maps/${name}`)
})

test.each([
  undefined,
  '',
  'not base64!',
  'TWFwLnJie',
  `${base64('Map.rbxl')}?`,
  ` ${base64('Map.rbxl')}`,
  `${base64('Map.rbxl')}\n`,
  base64('Map.rbxlx'),
  base64('Map'),
  base64('Map.RBXL\n'),
  base64('Map\n.rbxl'),
  base64('Map\0.rbxl'),
  base64('folder/Map.rbxl'),
  base64('folder\\Map.rbxl'),
  base64('Mäp.rbxl'),
  base64('"]]..x.rbxl'),
])('ignores %j', (autopilot) => expect(autopilotMap(autopilot, client)).toBe(''))

test('never lets more than a plain file name into the location', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }).map((name) => base64(`${name}.rbxl`)),
      ),
      (sent) => {
        expect(autopilotMap(sent, client)).toMatch(/^(rbxasset:\/\/maps\/[A-Za-z0-9_.\- ]*\.rbxl)?$/)
      },
    ),
  )
})
