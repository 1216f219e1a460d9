import { textResponse } from '../../replies.ts'
import { type ClassicCall, getOrPost } from '../call.ts'

/** Calls whose response never differs. */
export const constantCalls: readonly ClassicCall[] = [
  {
    paths: ['/game/keepalivepinger.ashx', '/game/keeppingeralive.ashx'],
    methods: getOrPost,
    credential: 'none',
    source: 'scripts',
    respond: () => textResponse(''),
  },
]
