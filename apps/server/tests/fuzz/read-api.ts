import type { ApiDocument } from '../../src/http/openapi.ts'

/** As much of JSON schema as our document uses. */
export interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}

export interface Parameter {
  name: string
  required: boolean
  schema: Schema
}

/** One call of the document, as a caller sees it. */
export interface Operation {
  method: string
  path: string
  params: Parameter[]
  query: Parameter[]
  /** Undefined where there is no body, or one of bytes. */
  body: Schema | undefined
  takesForm: boolean
  takesBytes: boolean
  answersJson: boolean
  /** Failures of the server's side that the document names: `{ '503': 'unavailable (14)' }`. */
  ownFailures: Record<string, string>
  /** Who it is for, by the words of the document. */
  needs: 'nobody' | 'person' | 'administrator'
  needsSudo: boolean
  /** The scope that a token needs, if it needs one. */
  scope: string
}

export async function readApi(url: string): Promise<Operation[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as ApiDocument
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Operation => {
      const { parameters, requestBody, responses, description, security } = described
      const bodies = requestBody?.content ?? {}
      const inPlace = (place: 'path' | 'query') =>
        parameters.filter((parameter) => parameter.in === place) as Parameter[]
      return {
        method: method.toUpperCase(),
        path,
        params: inPlace('path'),
        query: inPlace('query'),
        body: bodies['application/json']?.schema as Schema | undefined,
        takesForm: 'application/x-www-form-urlencoded' in bodies,
        takesBytes: Object.keys(bodies).some((type) => type.endsWith('octet-stream')),
        answersJson: 'application/json' in (responses['200']?.content ?? {}),
        ownFailures: Object.fromEntries(
          Object.entries(responses)
            .filter(([status]) => Number(status) >= 500)
            .map(([status, response]) => [status, response.description]),
        ),
        needs: description.includes('Needs an administrator')
          ? 'administrator'
          : security.length > 0 && security.every((one) => 'bearer' in one)
            ? 'person'
            : 'nobody',
        // A fresh sign-in does instead where the sentence goes on.
        needsSudo: description.includes('Needs a sudo token (x-sudo-token).'),
        scope: /the scope (\w+)/.exec(description)?.[1] ?? 'user',
      }
    }),
  )
}
