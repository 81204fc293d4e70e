import fc from 'fast-check'
import { fitting } from './fitting.ts'
import { deepJson, EXTRA_FIELDS, HOSTILE_BODIES, hostileText, hostileValue } from './hostile.ts'
import type { Operation, Parameter } from './read-api.ts'

const CALLER_KINDS = [
  'nobody',
  'forger',
  'person',
  'other',
  'anonymous',
  'administrator',
  'app',
] as const
export type CallerKind = (typeof CALLER_KINDS)[number]

/** A request before it is sent: what the answers have taught is still to be filled in. */
export interface GeneratedRequest {
  operation: Operation
  caller: CallerKind
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
  /** Whether the caller's own sudo token goes along. */
  withSudo: boolean
}

export function generateRequest(operations: readonly Operation[]): fc.Arbitrary<GeneratedRequest> {
  const byOperation = operations.map(generateFor)
  return fc.nat({ max: operations.length - 1 }).chain((index) => byOperation[index] as never)
}

function generateFor(operation: Operation): fc.Arbitrary<GeneratedRequest> {
  return fc.record({
    operation: fc.constant(operation),
    caller: generateCaller(operation),
    method: fc.oneof(
      { weight: 60, arbitrary: fc.constant(operation.method) },
      { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'GET') },
    ),
    path: generatePath(operation),
    headers: fc
      .tuple(clientHeaders, contentType, sparse(strangeHeaders))
      .map((all): Record<string, string> => Object.assign({}, ...(all as object[]))),
    body: generateBody(operation),
    withSudo: fc.oneof(
      { weight: 6, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
  })
}

/** Mostly those for whom the call is, for they come further. */
function generateCaller({ needs }: Operation): fc.Arbitrary<CallerKind> {
  const usual = needs === 'administrator' ? 'administrator' : 'person'
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant<CallerKind>(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...CALLER_KINDS) },
  )
}

/** One part in nine is there. */
function sparse<T extends object>(parts: fc.Arbitrary<T>): fc.Arbitrary<Partial<T>> {
  return fc.oneof({ weight: 8, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: parts })
}

function generatePath({ path, params, query }: Operation): fc.Arbitrary<string> {
  const values = fc.tuple(
    ...params.map((parameter) => pathValue(parameter, nounBefore(path, parameter.name))),
  )
  const search = fc.oneof(
    { weight: 6, arbitrary: fittingQuery(query) },
    { weight: 2, arbitrary: spoiltQuery(query) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('?', '?&&&', '?=x', '?%', '?a[b][c]=1', '?__proto__=1'),
    },
  )
  return fc.tuple(values, search).map(([filled, asked]) => {
    let index = 0
    return path.replace(/\{\w+\}/g, () => filled[index++] ?? 'x') + asked
  })
}

function pathValue({ schema }: Parameter, name: string): fc.Arbitrary<string> {
  const hostile = hostileText.map((text) => percent(text.slice(0, 3000)))
  return fc.oneof(
    { weight: 24, arbitrary: fitting(schema, name).map((value) => percent(String(value))) },
    { weight: 5, arbitrary: hostile },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%00', '%ff', '%', '..', '.', '%2e%2e%2f', 'x'.repeat(2049)),
    },
  )
}

/** `/files/{id}` asks for what a listing of files has taught as `file_id`. */
function nounBefore(path: string, name: string): string {
  if (name !== 'id') return name
  return `${nounOf(path.slice(0, path.indexOf('/{id}')))}_id`
}

/** `/drive/v1/files` speaks of a file. */
export function nounOf(path: string): string {
  const words = path.split('/').filter((word) => word && !word.startsWith('{'))
  return words.at(-1)?.replace(/s$/, '') ?? ''
}

function fittingQuery(query: readonly Parameter[]): fc.Arbitrary<string> {
  const pairs = query.map(({ name, required, schema }) => {
    const value = fitting(schema, lastName(name)).map((one) => toPairs(name, one))
    return required ? value : fc.oneof(value, fc.constant(''))
  })
  return fc.tuple(...pairs).map(toSearch)
}

function spoiltQuery(query: readonly Parameter[]): fc.Arbitrary<string> {
  const names = [...query.map(({ name }) => name), 'page_size', 'sudo_token', 'captcha_token']
  const pair = fc
    .tuple(fc.constantFrom(...names), hostileText)
    .map(([name, text]) => toPairs(name, text.slice(0, 4000)))
  return fc
    .tuple(fittingQuery(query), fc.array(pair, { maxLength: 3 }))
    .map(([fits, more]) => toSearch([fits.slice(1), ...more]))
}

const toPairs = (name: string, value: unknown): string =>
  (Array.isArray(value) ? value : [value])
    .map((one) => `${percent(name)}=${percent(String(one))}`)
    .join('&')

function toSearch(pairs: readonly string[]): string {
  const there = pairs.filter(Boolean)
  return there.length > 0 ? `?${there.join('&')}` : ''
}

/** `other_params[code_challenge]` teaches and learns as `code_challenge`. */
function lastName(name: string): string {
  return /\[(\w+)\]$/.exec(name)?.[1] ?? name
}

function generateBody(operation: Operation): fc.Arbitrary<string | Buffer | undefined> {
  if (operation.takesBytes) {
    return fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes))
  }
  const hostile = fc.constantFrom(...HOSTILE_BODIES)
  if (!operation.body) {
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: hostile },
    )
  }
  const fits = fitting(operation.body) as fc.Arbitrary<Record<string, unknown>>
  const encode = fc.boolean().map((wantsForm) => wantsForm && operation.takesForm)
  const encoded = (bodies: fc.Arbitrary<Record<string, unknown>>) =>
    fc.tuple(bodies, encode).map(([body, asForm]) => (asForm ? toForm(body) : JSON.stringify(body)))
  return fc.oneof(
    { weight: 10, arbitrary: encoded(fits) },
    { weight: 6, arbitrary: encoded(spoilt(fits, operation)) },
    { weight: 1, arbitrary: deepened(fits, operation) },
    { weight: 2, arbitrary: hostile },
  )
}

/** A body that fits but for a field or two. */
function spoilt(
  fits: fc.Arbitrary<Record<string, unknown>>,
  { body }: Operation,
): fc.Arbitrary<Record<string, unknown>> {
  const names = [...fieldsOf(body), ...EXTRA_FIELDS]
  const change = fc.tuple(fc.constantFrom(...names), hostileValue)
  return fc
    .tuple(
      fits,
      fc.array(change, { minLength: 1, maxLength: 3 }),
      fc.option(fc.constantFrom(...names)),
    )
    .map(([whole, changes, missing]) => {
      const changed = Object.entries(whole).filter(([name]) => name !== missing)
      return Object.fromEntries([...changed, ...changes])
    })
}

/** One field is deeper than any stack. */
function deepened(
  fits: fc.Arbitrary<Record<string, unknown>>,
  { body }: Operation,
): fc.Arbitrary<string> {
  const names = fieldsOf(body)
  return fc
    .tuple(
      fits,
      fc.constantFrom(...(names.length > 0 ? names : ['x'])),
      fc.constantFrom(200, 20_000),
    )
    .map(([whole, name, depth]) => {
      const rest = JSON.stringify({ ...whole, [name]: undefined }).slice(1)
      return `{${JSON.stringify(name)}:${deepJson(depth)}${rest === '}' ? '' : ','}${rest}`
    })
}

function fieldsOf(body: Operation['body']): string[] {
  const choices = [body, ...(body?.anyOf ?? []), ...(body?.oneOf ?? [])]
  return [...new Set(choices.flatMap((choice) => Object.keys(choice?.properties ?? {})))]
}

function toForm(body: Record<string, unknown>): string {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const pairs = Object.entries(body).map(
    ([name, value]) => `${percent(name)}=${percent(text(value))}`,
  )
  return pairs.join('&')
}

/** Percent-encoding that also takes halves of surrogate pairs, as bytes that no UTF-8 has. */
function percent(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

const clientHeaders = fc.record(
  {
    'x-client-id': fc.constantFrom('awan-web', 'awan-cli', 'awan-cli', 'awan-desktop'),
    'x-device-id': fc.nat({ max: 20 }).map((n) => n.toString(16).padStart(32, 'd')),
    'accept-language': fc.constantFrom('en', 'zh-CN,zh;q=0.9', 'id', 'xx', '*', ';;;'),
  },
  { requiredKeys: [] },
)

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant({ 'content-type': 'application/json' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      {},
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'text/plain; charset=utf-16' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'x' },
      { 'content-type': ';;' },
    ),
  },
)

/** HTTP lets no line break and no letter beyond Latin-1 into a header. */
const headerText = hostileText.map((text) =>
  text.replace(/[^\t\x20-\x7e\xa0-\xff]/g, '\xe9').slice(0, 4000),
)

const strangeHeaders = fc.record(
  Object.fromEntries(
    [
      'x-client-id',
      'x-device-id',
      'x-device-sign',
      'x-device-name',
      'x-request-id',
      'x-captcha-token',
      'x-sudo-token',
      'x-block-hashes',
      'x-action',
      'x-forwarded-host',
      'x-http-method-override',
      'accept',
      'accept-language',
      'authorization',
      'cookie',
      'user-agent',
      'origin',
      'referer',
      'range',
      'if-match',
      'if-none-match',
      'if-range',
      'if-modified-since',
      'idempotency-key',
    ].map((name) => [name, headerText]),
  ),
  { requiredKeys: [] },
) as fc.Arbitrary<Record<string, string>>
