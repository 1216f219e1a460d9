import { NoteBook } from '../notes.ts'
import { accountFields } from './account-fields.ts'
import { adminFields } from './admin-fields.ts'
import { contentFields } from './content-fields.ts'
import { dataParameters } from './data-parameters.ts'
import { pathParameters } from './path-parameters.ts'
import { properties } from './properties.ts'
import { queryParameters } from './query-parameters.ts'
import { accountResponses } from './response-account.ts'
import { adminResponses } from './response-admin.ts'
import { commonResponses } from './response-common.ts'
import { contentResponses } from './response-content.ts'
import { peopleResponses } from './response-people.ts'
import { placeResponses } from './response-places.ts'

/** Opens the notes about the API, by what they describe. */
export const openBooks = () => ({
  path: new NoteBook('path parameter', [pathParameters]),
  query: new NoteBook('query parameter', [queryParameters, dataParameters]),
  field: new NoteBook('field', [accountFields, adminFields, contentFields]),
  property: new NoteBook('property', [
    properties,
    commonResponses,
    accountResponses,
    adminResponses,
    contentResponses,
    peopleResponses,
    placeResponses,
  ]),
})
