declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Options {
    domNode: HTMLElement
    url: string
    validatorUrl: null
    docExpansion: 'none'
    defaultModelsExpandDepth: number
    filter: boolean
    deepLinking: boolean
    requestInterceptor: (request: { headers: Record<string, string> }) => { headers: Record<string, string> }
  }
  export default function swaggerUi(options: Options): unknown
}
