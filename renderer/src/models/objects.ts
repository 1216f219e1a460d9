import { NotAModel, readDocument } from './document.ts'

/** An object of a model with its children. */
export interface ModelObject {
  className: string
  /** Values as text, by property name. Fields have both names: `CFrame.X`, `MeshId.url`. */
  properties: ReadonlyMap<string, string>
  children: readonly ModelObject[]
}

/** Properties that affect the appearance. All others are skipped. Newer studios write files into `…Content`. */
const visibleProperties: ReadonlySet<string> = new Set([
  ...['Name', 'CFrame', 'size', 'Size', 'InitialSize', 'shape', 'Shape'],
  ...['BrickColor', 'Color', 'Color3uint8', 'Transparency'],
  ...['MeshType', 'MeshId', 'MeshID', 'MeshContent', 'TextureId', 'TextureID', 'TextureContent'],
  ...['Texture', 'ColorMap', 'ColorMapContent', 'ShirtTemplate', 'PantsTemplate', 'Graphic', 'Face'],
  ...['Scale', 'Offset', 'VertexColor'],
  ...['AttachmentPoint', 'AttachmentPos', 'AttachmentRight', 'AttachmentUp', 'AttachmentForward'],
])

/** Maximum number of objects. Only whole scenes have more. */
const maxObjects = 50_000

interface OpenObject extends ModelObject {
  properties: Map<string, string>
  children: OpenObject[]
}

/**
 * Reads the objects of a model with the properties that affect their appearance.
 *
 * @throws NotAModel
 */
export async function readObjects(bytes: Uint8Array): Promise<ModelObject[]> {
  const root: OpenObject = { className: '', properties: new Map(), children: [] }
  const open = [root]
  const path: string[] = []
  let count = 0
  let property: { name: string; depth: number } | undefined

  await readDocument(bytes, {
    opened(name, attributes, depth) {
      const within = path.at(-1)
      path.push(name)
      if (name === 'Item') {
        if (++count > maxObjects)
          throw new NotAModel(`This model has more than ${maxObjects} objects`, { kind: 'size' })
        const object: OpenObject = {
          className: attributes.class ?? '',
          properties: new Map(),
          children: [],
        }
        open.at(-1)?.children.push(object)
        open.push(object)
      } else if (within === 'Properties' && visibleProperties.has(attributes.name ?? '')) {
        property = { name: attributes.name ?? '', depth }
      }
    },
    closed(name) {
      path.pop()
      if (name === 'Item') open.pop()
      if (property && path.length < property.depth) property = undefined
    },
    text(text) {
      if (!property) return
      const fields = path.length - property.depth
      if (fields > 1 || text.trim() === '') return
      const key = fields === 0 ? property.name : `${property.name}.${path.at(-1)}`
      const { properties } = open.at(-1) ?? root
      properties.set(key, (properties.get(key) ?? '') + text)
    },
  })
  return root.children
}
