import type { HonoRequest } from 'hono'

/** A schema of a query. */
interface Schema<Query> {
  safeParse(query: unknown): { data?: Query | undefined }
}

/**
 * Parses the parameters of a request. Returns undefined if they do not fit, such as without a required one. The OpenAPI document
 * describes them by the schema, which has to be exported.
 */
export const queryOf = <Query>(
  request: Pick<HonoRequest, 'query'>,
  schema: Schema<Query>,
): Query | undefined => schema.safeParse(request.query()).data
