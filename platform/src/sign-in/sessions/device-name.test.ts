import { shippedCatalogue } from '@baseplate/texts/shipped'
import { expect, test } from 'vitest'
import { deviceName, formatDevice, parseDevice, readDeviceName } from './rules.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64) Something/1.0', 'Browser on Linux'],
  ['Client/WinInet', 'Client'],
  ['curl/8.14.1', 'curl'],
  ['win-coins.example/1.0', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
  ['', 'Unknown device'],
])('names %s “%s”', (userAgent, name) => {
  expect(deviceName(parseDevice(userAgent))).toBe(name)
})

test.each([
  ['Firefox on Windows', 'Firefox auf Windows'],
  ['Unknown program on Linux', 'Unbekanntes Programm auf Linux'],
  ['Client', 'Client'],
  ['Unknown device', 'Unbekanntes Gerät'],
])('translates the stored name “%s” to “%s”', (stored, name) => {
  const german = shippedCatalogue('de')
  expect(formatDevice(readDeviceName(stored), (key, values) => german.format(key, values))).toBe(name)
  expect(deviceName(readDeviceName(stored))).toBe(stored)
})
