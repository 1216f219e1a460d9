import type { Sample } from './sample.ts'

const report = '<report userID="5" placeID="1818"><comment>AbuserID:6;Swearing;He swears</comment></report>'
const unknown = {
  method: 'POST',
  body: report,
  status: 401,
  type: 'text/plain',
  response: 'Sign in first',
} as const

export const reportSamples: readonly Sample[] = [
  { url: '/AbuseReport/InGameChatHandler.ashx', ...unknown },
  { url: '/AbuseReport/InGameChat.aspx', ...unknown },
]
