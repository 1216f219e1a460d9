import { type ClassicCall, getOrPost } from '../call.ts'

/** Classic calls that routes of docs/reference/client-protocol.md serve. */
export const protocolCalls: readonly ClassicCall[] = [
  { paths: ['/game/join.ashx'], methods: getOrPost, credential: 'ticket', source: 'scripts' },
  { paths: ['/game/machineconfiguration.ashx'], methods: getOrPost, credential: 'none', source: 'scripts' },
  { paths: ['/game/clientpresence.ashx'], methods: getOrPost, credential: 'ticket', source: 'scripts' },
  {
    paths: ['/setting/quietget/:group', '/setting/get/:group'],
    methods: getOrPost,
    credential: 'none',
    source: 'scripts',
  },
  { paths: ['/game/players'], methods: getOrPost, credential: 'server', source: 'servers' },
  { paths: ['/uploadmedia/postimage.aspx'], methods: getOrPost, credential: 'session', source: 'scripts' },
]
