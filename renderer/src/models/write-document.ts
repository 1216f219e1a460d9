/** A property in a document: a string, a number, a vector, a position with a rotation, or an address. */
type Value = string | number | readonly number[] | { url: string } | { binary: string }

const fieldsOf = (names: readonly string[], values: readonly number[]) =>
  names.map((name, index) => `<${name}>${values[index]}</${name}>`).join('')

const axes = ['X', 'Y', 'Z']
const cells = ['R00', 'R01', 'R02', 'R10', 'R11', 'R12', 'R20', 'R21', 'R22']

function propertyOf(name: string, value: Value): string {
  if (typeof value === 'string') return `<string name="${name}">${value}</string>`
  if (typeof value === 'number') return `<token name="${name}">${value}</token>`
  if ('url' in value) return `<Content name="${name}"><url>${value.url}</url></Content>`
  if ('binary' in value) return `<Content name="${name}"><binary>${value.binary}</binary></Content>`
  return value.length === 3
    ? `<Vector3 name="${name}">${fieldsOf(axes, value)}</Vector3>`
    : `<CoordinateFrame name="${name}">${fieldsOf([...axes, ...cells], value)}</CoordinateFrame>`
}

/** Returns an object with its children. */
export const item = (className: string, properties: Record<string, Value>, ...children: string[]): string =>
  `<Item class="${className}" referent="RBX0"><Properties>${Object.entries(properties)
    .map(([name, value]) => propertyOf(name, value))
    .join('')}</Properties>${children.join('')}</Item>`

/** Returns the document of a model. */
export const modelDocument = (...items: string[]): Buffer =>
  Buffer.from(`<roblox version="4">${items.join('')}</roblox>`)

/** Returns the document of a hat with one mesh. */
export const hatDocument = (mesh: Value, texture?: Value, attachment: Record<string, Value> = {}): Buffer =>
  modelDocument(
    item(
      'Hat',
      attachment,
      item(
        'Part',
        { Name: 'Handle', size: [1, 1, 1], BrickColor: 21 },
        item('SpecialMesh', {
          MeshType: 5,
          MeshId: mesh,
          ...(texture !== undefined && { TextureId: texture }),
        }),
      ),
    ),
  )
