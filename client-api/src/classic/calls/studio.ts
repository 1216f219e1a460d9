import { type StudioPage, studioPage } from '../../studio/pages.ts'
import { publishFromStudio } from '../../studio/publish.ts'
import { type ClassicCall, getOrPost } from '../call.ts'

const page = (paths: ClassicCall['paths'], name: StudioPage): ClassicCall => ({
  paths,
  methods: getOrPost,
  credential: 'session',
  source: 'servers',
  respond: ({ platform }, c) => studioPage(platform, c, name),
})

/** Pages inside studios, and the call with which studios publish. */
export const studioCalls: readonly ClassicCall[] = [
  page(['/ide/landing.aspx', '/ide/welcome', '/my/places.aspx'], 'places'),
  page(['/ide/upload.aspx', '/ui/save.aspx', '/ide/publishas'], 'publish'),
  page(['/ide/clienttoolbox.aspx'], 'toolbox'),
  page(['/game/help.aspx'], 'help'),
  {
    paths: ['/data/upload.ashx'],
    methods: ['POST'],
    credential: 'session',
    source: 'servers',
    respond: ({ platform }, c) => publishFromStudio(platform, c),
  },
]
