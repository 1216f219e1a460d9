/** A request of a classic call by a caller without any credential, and its response. */
export interface Sample {
  /** `GET` by default. */
  method?: 'GET' | 'POST'
  /** Path and query as clients write them. */
  url: string
  headers?: Record<string, string>
  body?: string
  /** 200 by default. */
  status?: number
  type: string
  /** The whole body. An expression is for bodies that differ each time. */
  response: string | RegExp
}
