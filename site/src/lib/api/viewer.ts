import swaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'

/** Attributes that the viewer's elements lack for assistive technology. An empty text removes an attribute. */
const corrections: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // The page has a main region already, and React keeps the element.
  'main#operations': { role: 'group' },
  'h3.opblock-tag, .models > h4': { 'aria-level': '2' },
  'h4.opblock-title, .opblock-section-header h4': { 'aria-level': '3' },
  '.servers-title': { id: 'servers-title' },
  '.scheme-container select': { 'aria-labelledby': 'servers-title' },
  'table.responses-table': { role: 'table' },
  // The button around it opens the operation, and sets the same address.
  'button a.nostyle': { href: '' },
  'pre.microlight': { tabindex: '0' },
}

/**
 * Shows the OpenAPI document in an element.
 *
 * @returns a function that ends the work on the element.
 */
export function showDocument(node: HTMLElement): () => void {
  const observer = new MutationObserver(() => correct(node))
  observer.observe(node, { childList: true, subtree: true })
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
  return () => observer.disconnect()
}

function correct(node: HTMLElement): void {
  for (const [selector, attributes] of Object.entries(corrections))
    for (const element of node.querySelectorAll(selector))
      for (const [name, value] of Object.entries(attributes))
        if (value === '') element.removeAttribute(name)
        else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

/** Asks for JSON. The viewer accepts any format, for which the site would respond with pages. */
function askForJson<Request extends { headers: Record<string, string> }>(request: Request): Request {
  request.headers = { ...request.headers, accept: 'application/json' }
  return request
}
