import type { ServerResponse } from 'node:http'

/** What no page of ours asks a device for. A script that gets in, or a frame, cannot ask for it either. */
const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/** Sets what every response carries, whoever answers; the pages add their Content-Security-Policy. */
export function secureHeadersFor(baseUrl: string): (response: ServerResponse) => void {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    // Addresses of private places carry their ticket: they are nobody else's business.
    ['Referrer-Policy', 'same-origin'],
    ['X-Frame-Options', 'DENY'],
    ['Permissions-Policy', unusedFeatures.map((feature) => `${feature}=()`).join(', ')],
  ]
  if (baseUrl.startsWith('https:')) headers.push(['Strict-Transport-Security', 'max-age=31536000'])
  return (response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
  }
}
