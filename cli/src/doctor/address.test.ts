import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { day } from '@baseplate/service/clock'
import { expect, onTestFinished, test } from 'vitest'
import { answering, configured, folder, nowhere } from '../testing/doctor.ts'
import { checkOrchestratorAddress, checkPublicAddress, examineAddress, isSignInPage } from './address.ts'

const run = promisify(execFile)
const now = Date.now()
const asked = { now, isRight: isSignInPage }
const signInPage = '{"recoveryAvailable":false}'

/** Starts a server whose certificate is valid for some days. */
async function startSecure(days: number): Promise<{ url: string; ca: string }> {
  const at = await folder()
  const [keyFile, certFile] = [join(at, 'key.pem'), join(at, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    ...subject,
  ]
  await run('openssl', [...made, '-days', String(days), '-keyout', keyFile, '-out', certFile])
  const [key, cert] = await Promise.all([readFile(keyFile, 'utf8'), readFile(certFile, 'utf8')])
  const server = createServer({ key, cert }, (_, response) => response.end(signInPage))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return { url: `https://localhost:${(server.address() as AddressInfo).port}/login`, ca: cert }
}

test('accepts an address at which the site responds', async () => {
  const { url } = await answering(200, signInPage)
  expect(await examineAddress(`${url}/login`, asked)).toEqual({ verdict: 'ok', summary: `${url} responds` })
})

test.each([
  [404, 'Not found'],
  [502, '<html>Bad Gateway</html>'],
  [200, '<html>Welcome to nginx!</html>'],
  [200, '{}'],
])('warns about an address that answers %i %s', async (status, text) => {
  const { url } = await answering(status, text)
  expect(await examineAddress(`${url}/login`, asked)).toMatchObject({
    verdict: 'warning',
    summary: `${url} answers with status ${status}, not with Baseplate`,
  })
})

test('warns about an address that nobody answers', async () => {
  expect(await examineAddress(nowhere, asked)).toMatchObject({
    verdict: 'warning',
    summary: expect.stringContaining('ECONNREFUSED'),
  })
  const config = configured({}, { BASE_URL: 'https://play.invalid' })
  expect(await checkPublicAddress(config, now)).toMatchObject({
    verdict: 'warning',
    summary: expect.stringContaining('https://play.invalid cannot be reached'),
  })
})

test('warns about a certificate that expires soon, or that clients do not accept', async () => {
  const { url, ca } = await startSecure(10)
  expect(await examineAddress(url, { ...asked, ca })).toMatchObject({
    verdict: 'warning',
    summary: expect.stringMatching(/expires in (9|10) days$/),
  })
  expect(await examineAddress(url, { ...asked, ca, now: now - 30 * day })).toMatchObject({ verdict: 'ok' })
  expect(await examineAddress(url, asked)).toMatchObject({
    verdict: 'warning',
    summary: expect.stringContaining('self-signed certificate'),
  })
})

test('requests no address that is local or only an example', async () => {
  for (const BASE_URL of ['http://localhost:3000', 'https://play.example.org'])
    expect(await checkPublicAddress(configured({}, { BASE_URL }), now)).toMatchObject({ verdict: 'ok' })
})

test('warns about an orchestrator of a public platform that only this machine reaches', async () => {
  const check = (BASE_URL: string, Command?: string[]) =>
    checkOrchestratorAddress(configured({ Orchestrator: { Command } }, { BASE_URL }), now)
  const server = [process.execPath]
  expect(await check('https://play.example', server)).toMatchObject({
    verdict: 'warning',
    advice: expect.stringContaining('Orchestrator.PublicURL'),
  })
  expect(await check('https://play.example')).toMatchObject({ verdict: 'ok' })
  expect(await check('http://localhost:3000', server)).toMatchObject({ verdict: 'ok' })
})
