/**
 * A stand-in for a game client: it signs in, joins a place as a client does, and plays until it is interrupted.
 *
 *   USERNAME=… PASSWORD=… node client.mjs https://play.example.org/place/123/A-place public-key.pem
 *
 * A real client is started by the browser with the address of the join script, and begins with `fetchScript`.
 */
import { verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'

const [place = '', keyFile = ''] = process.argv.slice(2)
const { origin } = new URL(place)

/** The site answers heartbeats of this user agent only: `<Client.Brand>/WinInet`. */
const client = { 'User-Agent': 'Client/WinInet' }

async function expectOk(response) {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
  return response
}

/** Signs in with the form of the login page. Returns the session's cookie. */
async function signIn(username, password) {
  const response = await fetch(`${origin}/login`, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({ username, password }),
    redirect: 'manual',
  })
  if (response.status !== 302) throw new Error(`not signed in: ${response.status} ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Presses Play. The ticket works once, within five minutes. */
async function requestTicket(cookie) {
  const headers = { Accept: 'application/json', Cookie: cookie }
  const response = await expectOk(await fetch(`${place}?/join`, { method: 'POST', headers }))
  return (await response.json()).ticket
}

/** Fetches the join script, which spends the ticket. */
async function fetchScript(ticket) {
  return (
    await expectOk(await fetch(`${origin}/Game/Join.ashx?ticket=${ticket}`, { headers: client }))
  ).text()
}

/** Returns the script of a signed response. The signed text begins with the newline after the second `%`. */
function openSigned(response, publicKey) {
  const [, signature, signed] = /^--rbxsig%([^%]+)%([\s\S]*)$/.exec(response) ?? []
  if (signature === undefined) throw new Error('the script is not signed')
  if (!verify('sha1', Buffer.from(signed), publicKey, Buffer.from(signature, 'base64')))
    throw new Error('the script is not signed by this key')
  return signed.slice(1)
}

/** A client runs the script. This stand-in only reads the values at its top, such as `local serverAddress = "…"`. */
function valuesOf(script) {
  const values = {}
  for (const [, names, list] of script.matchAll(/^local ([\w, ]+) = (.+)$/gm)) {
    const literals = list.match(/"(?:[^"\\]|\\.)*"|[^\s,]+/g) ?? []
    for (const [at, name] of names.split(', ').entries())
      values[name] ??= literals[at]?.replace(/^"(.*)"$/, '$1')
  }
  return values
}

/** Loads a character: a list of addresses, of which the first one leads to the colours. */
async function loadAppearance(address) {
  const list = await (await expectOk(await fetch(address, { headers: client }))).text()
  for (const file of list.split(';')) {
    const { byteLength } = await (await expectOk(await fetch(file, { headers: client }))).arrayBuffer()
    console.log(`loaded ${file} (${byteLength} bytes)`)
  }
}

const cookie = await signIn(process.env.USERNAME, process.env.PASSWORD)
const script = openSigned(await fetchScript(await requestTicket(cookie)), await readFile(keyFile, 'utf8'))
const { username, serverAddress, serverPort, appearanceUrl, pingUrl } = valuesOf(script)
console.log(`${username} joins the server at ${serverAddress}:${serverPort}`)
await loadAppearance(appearanceUrl)

for (;;) {
  await expectOk(await fetch(pingUrl, { headers: client }))
  console.log('playing')
  await new Promise((done) => setTimeout(done, 15_000))
}
