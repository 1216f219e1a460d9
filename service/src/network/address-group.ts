import { isIP, isIPv6 } from 'node:net'

/**
 * Returns the group of addresses that limits count as one. A household has at least 2^64 IPv6 addresses, so a /64 is one group.
 * An IPv4-mapped IPv6 address counts as its IPv4 address.
 */
export function addressGroup(address: string): string {
  const plain = address.replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/**
 * Returns the network of an address, as large as that of an office or a small provider: an IPv4 /24 or an IPv6 /48. It is wider
 * than the group of addresses that limits count as one.
 */
export function networkOf(address: string): string {
  const group = addressGroup(address)
  const [a, b, c, ...rest] = group.split('.')
  if (rest.length > 0) return `${a}.${b}.${c}.0/24`
  return `${group.split(':').slice(0, 3).join(':')}::/48`
}

/** Whether the address is a loopback address. Names such as `127.example` are not. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && (addressGroup(address).startsWith('127.') || isIPv6Loopback(address))

const isIPv6Loopback = (address: string): boolean =>
  isIPv6(address) && groupsOf(address.replace(/%.*$/, '')).every((group, at) => group === (at === 7 ? 1 : 0))

/** Returns the eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const front = numbersOf(head)
  if (tail === undefined) return front
  const back = numbersOf(tail)
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back]
}

function numbersOf(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}
