import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

/** Flags of the authenticator: the user was present, was verified, and a credential is attached. */
const flags = { present: 1, verified: 4, attached: 64 }

/** Returns a public key as COSE. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
}

/** Returns `{"fmt": "none", "attStmt": {}, "authData": data}` as CBOR. */
const attestationOf = (data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.from([data.length]),
    data,
  ])

/** An authenticator in software, for one passkey of a site. It answers as a browser does (WebAuthn, level 3). */
export function createSoftwarePasskey({ origin }: { origin: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(flag: number, attached: Buffer): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flag]), count, attached])
  }

  const credential = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    id: id.toString('base64url'),
    /** Returns the JSON of the new passkey. */
    make(challenge: string): string {
      const attached = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)])
      const data = authenticatorData(flags.present | flags.verified | flags.attached, attached)
      return JSON.stringify(
        credential({
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestationOf(data).toString('base64url'),
          transports: ['internal'],
        }),
      )
    },
    /** Returns the JSON of a signature of a challenge. */
    sign(challenge: string, { verified = true } = {}): string {
      const client = clientData('webauthn.get', challenge)
      const data = authenticatorData(flags.present | (verified ? flags.verified : 0), Buffer.alloc(0))
      return JSON.stringify(
        credential({
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        }),
      )
    },
  }
}

export type SoftwarePasskey = ReturnType<typeof createSoftwarePasskey>
