import { auditedGroup, findGroupById, hideGroup, showGroup } from '../../people/door.ts'
import { groupPath } from '../../people/groups/rules.ts'
import type { Content, ContentKind } from './content.ts'

const decided = ({ id, name }: Content) => ({ id: Number(id), name })

/** A closed group keeps its name and members. Its owner reads why it was closed. */
export const groupKind: ContentKind = {
  what: 'groups',
  async find(db, id) {
    const group = /^[1-9]\d{0,8}$/.test(id) ? await findGroupById(db, Number(id)) : undefined
    if (!group || (group.open === 0 && group.closed_reason === null)) return undefined
    const { name, owner_id: ownerId, open } = group
    const visibility = open === 1 ? 'Visible' : 'Moderated'
    return { type: 'group', id, name, ownerId, visibility, link: groupPath(name) }
  },
  hide: ({ db }, content, { reason }) => hideGroup(db, decided(content), reason),
  show: ({ db }, content) => showGroup(db, decided(content)),
  audited: ({ name }, reason) => auditedGroup(name, reason),
  followUps: [],
  hidden: {
    action: 'closegroup',
    notification: {
      type: 'group',
      happening: ({ name: group }, reason) => ({ event: 'group_closed', values: { group, reason } }),
    },
  },
  shown: {
    action: 'reopengroup',
    notification: {
      type: 'group',
      happening: ({ name: group }) => ({ event: 'group_reopened', values: { group } }),
    },
  },
}
