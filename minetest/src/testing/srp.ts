import { createHash, randomBytes } from 'node:crypto'

/** The group of 2,048 bits in RFC 5054, appendix A. */
const n = BigInt(
  `0x${[
    'AC6BDB41324A9A9BF166DE5E1389582FAF72B6651987EE07FC3192943DB56050A37329CBB4A099ED8193E0757767A13DD52312AB4B03310D',
    'CD7F48A9DA04FD50E8083969EDB767B0CF6095179A163AB3661A05FBD5FAAAE82918A9962F0B93B855F97993EC975EEAA80D740ADBF4FF74',
    '7359D041D5C33EA71D281E446B14773BCA97B43A23FB801676BD207A436C6481F1D2B9078717461A5B9D32E688F87748544523B524B0D57D',
    '5EA77A2775D2ECFA032CFBDBF52FB3786160279004E57AE6AF874E7303CE53299CCC041C7BC308D82A5698F3A8D0C38271AE35F8E9DBFBB6',
    '94B5C803D89F7AE435DE236D525F54759B65E372FCD68EF20FA7111F9E4AFF73',
  ].join('')}`,
)
const g = 2n
const lengthOfN = 256

const sha256 = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

function bytesOf(number: bigint): Buffer {
  const hex = number.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}

const padded = (number: bigint) => Buffer.from(number.toString(16).padStart(2 * lengthOfN, '0'), 'hex')
const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = ((base % n) + n) % n
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % n
    square = (square * square) % n
  }
  return result
}

/** The client's half of SRP-6a (RFC 5054) with SHA-256, as the engine computes it. */
export function startSignIn(name: string, password: string) {
  const a = numberOf(randomBytes(32))
  const ownPublic = power(g, a)
  return {
    /** The first message to the server. */
    a: bytesOf(ownPublic),
    /** Returns the proof that the client knows the password. */
    prove(salt: Uint8Array, b: Uint8Array): Buffer {
      const serverPublic = numberOf(b)
      const x = numberOf(sha256(salt, sha256(Buffer.from(`${name.toLowerCase()}:${password}`))))
      const k = numberOf(sha256(padded(n), padded(g)))
      const u = numberOf(sha256(padded(ownPublic), padded(serverPublic)))
      const secret = power(serverPublic - k * power(g, x), a + u * x)
      const hashOfN = sha256(bytesOf(n))
      const group = sha256(bytesOf(g)).map((byte, at) => byte ^ (hashOfN[at] ?? 0))
      return sha256(
        group,
        sha256(Buffer.from(name)),
        salt,
        bytesOf(ownPublic),
        bytesOf(serverPublic),
        sha256(bytesOf(secret)),
      )
    },
  }
}
