import swaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'

/** Shows the OpenAPI document in an element. */
export function showDocument(node: HTMLElement): void {
  swaggerUi({
    domNode: node,
    url: '/openapi.json',
    // The default sends the document's address to another host.
    validatorUrl: null,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    filter: true,
    deepLinking: true,
    requestInterceptor: askForJson,
  })
}

/** Asks for JSON. The viewer accepts any format, for which the site would respond with pages. */
function askForJson<Request extends { headers: Record<string, string> }>(request: Request): Request {
  request.headers = { ...request.headers, accept: 'application/json' }
  return request
}
