import type { ServerResponse } from 'node:http'

/** Features of devices that no page of ours uses. An injected script or a frame cannot use them either. */
const unusedFeatures = [
  'accelerometer',
  'autoplay',
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

const permissionsPolicy = unusedFeatures.map((feature) => `${feature}=()`).join(', ')

/** For all but game clients, which know no such policy: on a heartbeat it would be two thirds of the response. */
export const setPermissionsPolicy = (response: ServerResponse): void => {
  response.setHeader('Permissions-Policy', permissionsPolicy)
}

/** Sets what every response carries, whoever answers; the pages add their Content-Security-Policy. */
export function secureHeadersFor(baseUrl: string): (response: ServerResponse) => void {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    // Addresses of private places carry their ticket: they are nobody else's business.
    ['Referrer-Policy', 'same-origin'],
    ['X-Frame-Options', 'DENY'],
  ]
  if (baseUrl.startsWith('https:')) headers.push(['Strict-Transport-Security', 'max-age=31536000'])
  return (response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
  }
}
