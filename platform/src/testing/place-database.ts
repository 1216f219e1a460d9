import { writeFile } from 'node:fs/promises'

type Value = string | number | Value[] | { [key: string]: Value }

/** A record of the search tree: a further node, the offset of data, or nothing. */
type Link = { node: number } | { data: number } | undefined

/**
 * Writes a geolocation database in the format MaxMind DB 2.0, with the cities and countries of IPv4 networks as in GeoLite2 City.
 *
 * @param networks records by network, such as `203.0.113.0/24`.
 */
export async function writePlaceDatabase(file: string, networks: Record<string, Value>): Promise<void> {
  const nodes: [Link, Link][] = [[undefined, undefined]]
  const data: Buffer[] = []
  let dataLength = 0
  for (const [network, place] of Object.entries(networks)) {
    const bytes = encode(place)
    insert(nodes, network, { data: dataLength })
    data.push(bytes)
    dataLength += bytes.length
  }
  const tree = nodes.flat().map((link) => {
    const record = Buffer.alloc(4)
    // In the format, the number of nodes means no data, and offsets of data are added to that number plus 16.
    const value =
      link === undefined ? nodes.length : 'node' in link ? link.node : nodes.length + 16 + link.data
    record.writeUInt32BE(value)
    return record
  })
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: 'GeoLite2-City',
    description: { en: 'Places of a test' },
    ip_version: 4,
    languages: ['de', 'en'],
    node_count: nodes.length,
    record_size: 32,
  })
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')])
  await writeFile(file, Buffer.concat([...tree, Buffer.alloc(16), ...data, marker, metadata]))
}

function insert(nodes: [Link, Link][], network: string, leaf: Link): void {
  const [address = '', length = ''] = network.split('/')
  const bits = address
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('')
    .slice(0, Number(length))
  let at = 0
  for (const [depth, bit] of [...bits].entries()) {
    const side = bit === '1' ? 1 : 0
    const node = nodes[at]
    if (!node) throw new Error('the tree is damaged')
    if (depth === bits.length - 1) {
      node[side] = leaf
      return
    }
    const next = node[side]
    if (next && 'node' in next) at = next.node
    else {
      at = nodes.push([undefined, undefined]) - 1
      node[side] = { node: at }
    }
  }
}

/** Types of the format. Those above 7 take a second byte. */
const types = { string: 2, uint32: 6, map: 7, array: 11 } as const

function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(types.string, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control(types.uint32, 4), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([control(types.array, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([control(types.map, entries.length), ...entries.flat().map(encode)])
}

/** Returns the bytes before a value: its type and size. Sizes of 29 to 284 take a further byte. */
function control(type: number, size: number): Buffer {
  if (size >= 285) throw new Error('the value is too long')
  const short = Math.min(size, 29)
  const head = type > 7 ? [short, type - 7] : [(type << 5) | short]
  return Buffer.from(size < 29 ? head : [...head, size - 29])
}
