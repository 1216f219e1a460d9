import type { ConfigInput } from '@baseplate/platform/config/schema'
import { startMailServer } from '@baseplate/platform/testing/mail-server'
import { expect, onTestFinished, test } from 'vitest'
import { configured } from '../testing/doctor.ts'
import { checkMail, mailTo } from './mail.ts'

test('reports a required mail server that is missing or unreachable, and accepts one that takes mail', async () => {
  const checked = (Email: ConfigInput['Email'], Emails = true) =>
    checkMail(configured({ Registration: { Emails }, Email }))
  expect(await checked({}, false)).toEqual({ verdict: 'ok', summary: 'none' })
  expect(await checked({})).toMatchObject({
    verdict: 'warning',
    advice: expect.stringContaining('Email.Host'),
  })
  const server = { Host: '127.0.0.1', From: 'us@play.example', Security: 'None' as const }
  expect(await checked({ ...server, Port: 1 })).toMatchObject({
    verdict: 'warning',
    summary: expect.stringContaining('ECONNREFUSED'),
  })
  const { port, close } = await startMailServer()
  onTestFinished(close)
  expect(await checked({ ...server, Port: port })).toMatchObject({ verdict: 'ok' })
  expect(await checked({ ...server, Port: port, Security: 'StartTLS' })).toMatchObject({ verdict: 'warning' })
  expect(await checked({ ...server, Port: port }, false)).toMatchObject({
    verdict: 'warning',
    advice: 'Set Registration.Emails to true.',
  })
})

test('sends a test mail and reports the answer of the server', async () => {
  const { port, close, mails } = await startMailServer()
  onTestFinished(close)
  const Email = {
    Host: '127.0.0.1',
    Port: port,
    Security: 'None',
    From: 'Our games <us@play.example>',
  } as const
  const config = configured({ Email })
  expect(await mailTo(config, 'me@home.example')).toMatchObject({
    verdict: 'ok',
    summary: expect.stringContaining('250'),
  })
  expect(mails).toMatchObject([
    { to: 'me@home.example', message: expect.stringContaining('From: Our games <us@play.example>') },
  ])
  expect(await mailTo(config, 'me')).toMatchObject({ verdict: 'fault' })
  expect(await mailTo(configured({}), 'me@home.example')).toMatchObject({ verdict: 'fault' })
})

test.each([
  [550, "Check the recipient's address"],
  [450, 'try again in some minutes'],
  [530, 'check Email.User and From'],
])('advises what a refusal of the test mail with %i calls for', async (code, advice) => {
  const { port, close, refuse } = await startMailServer()
  onTestFinished(close)
  const Email = { Host: '127.0.0.1', Port: port, Security: 'None', From: 'us@play.example' } as const
  refuse(1, code)
  expect(await mailTo(configured({ Email }), 'me@home.example')).toEqual({
    verdict: 'fault',
    summary: expect.stringContaining('refused by the test'),
    advice: expect.stringContaining(advice),
  })
})
