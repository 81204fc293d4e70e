import type { Endpoint } from '@awan/protocol'
import { catalogue, type ErrorName } from '@awan/protocol/errors'
import { z } from 'zod'
import { isBytes } from './mount-routes.ts'
import { needsCaller, type Requires, type Route } from './route.ts'

export interface ApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: unknown }[]
  requestBody?: { required: boolean; content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}

/** The OpenAPI 3.1 document, made from the same declarations that route and validate. */
export function describeApi(
  routes: readonly Route[],
  info: { version: string; publicUrl: string },
): ApiDocument {
  const paths: ApiDocument['paths'] = {}
  for (const { endpoint, requires } of routes) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: describeOperation(endpoint, requires),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Awan',
      version: info.version,
      description:
        'Accounts and files. Every failure is the error object below; its error field decides, not the HTTP status.',
    },
    servers: [{ url: info.publicUrl }],
    tags: [...new Set(routes.map(({ endpoint }) => endpoint.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: ERROR_SCHEMA },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error', 'error_code', 'error_description'],
  properties: {
    error: { type: 'string', enum: Object.keys(catalogue) },
    error_code: { type: 'integer' },
    error_description: {
      type: 'string',
      description: 'For developers; do not show it to people.',
    },
    error_uri: { type: 'string', description: 'The path of the request.' },
    details: { type: 'array', items: { type: 'object' } },
  },
}

function describeOperation(endpoint: Endpoint, requires: Requires): Operation {
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[^a-zA-Z0-9]+(\w)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')}`,
    summary: endpoint.summary,
    description: describeRequirements(requires).join(' '),
    tags: [endpoint.tag],
    security: describeSecurity(requires),
    parameters: [...describeParameters(endpoint, 'path'), ...describeParameters(endpoint, 'query')],
    ...describeBody(endpoint),
    responses: { 200: describeAnswer(endpoint), ...describeErrors(endpoint, requires) },
  }
}

/** What a route requires, as sentences for people. */
export function describeRequirements(requires: Requires): string[] {
  const sentences: string[] = []
  if (requires.scope !== undefined) {
    sentences.push(
      `Needs a signed-in person and the scope ${[requires.scope].flat().join(' or ')}.`,
    )
  } else if (requires.admin) sentences.push('Needs an administrator.')
  else if (requires.user === true || requires.sudo) sentences.push('Needs a signed-in person.')
  else if (requires.user === 'optional') sentences.push('A token is optional.')
  if (requires.right !== undefined) {
    sentences.push(`Needs the right to ${requires.right} on what it names.`)
  }
  if (requires.sudo === true) sentences.push('Needs a sudo token (x-sudo-token).')
  if (requires.sudo === 'unless-fresh') {
    sentences.push('Needs a sudo token (x-sudo-token), or a sign-in of the last 15 minutes.')
  }
  if (requires.captcha === 'always') sentences.push('Needs a captcha token (x-captcha-token).')
  if (requires.captcha === 'when-risky')
    sentences.push('May ask for a captcha token (x-captcha-token).')
  for (const { by, points, perSeconds } of requires.limits ?? []) {
    sentences.push(`At most ${points} calls in ${perSeconds} s by ${by}.`)
  }
  return sentences
}

function describeSecurity(requires: Requires): Operation['security'] {
  if (requires.user === 'optional') return [{}, { bearer: [] }]
  return needsCaller(requires) ? [{ bearer: [] }] : []
}

function describeParameters(endpoint: Endpoint, place: 'path' | 'query'): Operation['parameters'] {
  const schema = place === 'path' ? endpoint.params : endpoint.query
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function describeBody({ body, form }: Endpoint): Pick<Operation, 'requestBody'> {
  if (body === undefined) return {}
  if (isBytes(body)) {
    return { requestBody: { required: true, content: { [body.contentType]: { schema: {} } } } }
  }
  const schema = toJsonSchema(body, 'input')
  return {
    requestBody: {
      required: true,
      content: {
        'application/json': { schema },
        ...(form ? { 'application/x-www-form-urlencoded': { schema } } : {}),
      },
    },
  }
}

function describeAnswer({ answer }: Endpoint): Operation['responses'][string] {
  if (isBytes(answer))
    return { description: 'The bytes', content: { [answer.contentType]: { schema: {} } } }
  return {
    description: 'Done',
    content: { 'application/json': { schema: toJsonSchema(answer, 'output') } },
  }
}

function describeErrors(endpoint: Endpoint, requires: Requires): Operation['responses'] {
  const names = new Set<ErrorName>(endpoint.errors ?? [])
  if (endpoint.body ?? endpoint.query ?? endpoint.params) names.add('invalid_argument')
  if (requires.user === true || requires.scope !== undefined || requires.admin || requires.sudo)
    names.add('unauthenticated')
  if (requires.scope !== undefined || requires.admin || requires.sudo)
    names.add('permission_denied')
  if (requires.limits?.length) names.add('resource_exhausted')
  const byStatus = Map.groupBy(names, (name) =>
    String(endpoint.statuses?.[name] ?? catalogue[name].status),
  )
  return Object.fromEntries(
    [...byStatus].map(([status, sameStatus]) => [
      status,
      {
        description: sameStatus.map((name) => `${name} (${catalogue[name].code})`).join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
